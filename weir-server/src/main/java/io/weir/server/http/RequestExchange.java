// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http;

import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.weir.server.http.load.EvictingBudget;
import io.weir.server.http.load.ResourceClaim;
import io.weir.server.json.ByteSegments;
import io.weir.server.problem.Problem;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One request and its response. Confined to one event loop. */
final class RequestExchange {
  private static final CharSequence ALLOW = ResponseHeader.constant("Allow");

  /**
   * How much of an unwanted body is read and discarded, so that the connection can be reused: more than clients of
   * this API send. A longer body is not read, and the connection is closed.
   */
  private static final long MAX_DISCARDED_BYTES = 65_536;

  /** The HTTP/2 error code for: the response is complete, and the rest of the request is not wanted. */
  private static final long NO_ERROR = 0;

  private final HttpVerticle verticle;
  private final ClientConnection connection;
  private final HttpServerRequest request;
  private final Endpoint endpoint;
  private final RequestHead head;
  private final long begunAt;
  private final long begunNanos;
  private @Nullable RequestBody body;

  /** The request, once its body has arrived. */
  private @Nullable ServerRequest arrived;

  /** The workspace of the request's key, if the key is valid. */
  private @Nullable String workspace;

  /** The resources that it holds, once its workspace is known. */
  private @Nullable ResourceClaim resourceClaim;

  /** Bytes of the body that have arrived. */
  private long received;

  /** Bytes of the response that are counted as unread on its connection. */
  private long owed;

  /** Bytes of the body that were discarded. */
  private long ignored;

  private boolean answered;
  private boolean ended;
  private boolean closes;

  /** Whether more of the body is to come. */
  private boolean arriving;

  RequestExchange(
      HttpVerticle verticle,
      ClientConnection connection,
      HttpServerRequest request,
      Endpoint endpoint) {
    this.verticle = verticle;
    this.connection = connection;
    this.request = request;
    this.endpoint = endpoint;
    this.head = new RequestHead(
        verticle.nextRequestId(),
        request.headers().getAll(HttpHeaders.AUTHORIZATION),
        request.getHeader(HttpHeaders.CONTENT_TYPE));
    this.begunAt = verticle.tick();
    this.begunNanos = verticle.nanos();
  }

  long begunAt() {
    return begunAt;
  }

  /** Admits the request by its head, reads the body if one is needed, and processes it. */
  void admit(long maxBytes) {
    AdmittedRequest admitted;
    try {
      admitted = endpoint.filter().admit(head);
    } catch (Problem problem) {
      decline(problem);
      return;
    }
    String owner = admitted.workspace();
    workspace = owner;
    if (owner == null) {
      enter(
          endpoint.isProbe() ? verticle.shedder().probes() : verticle.shedder().unauthenticated());
      ignoreBody();
      admitted.task().accept(arrived(ByteSegments.EMPTY));
    } else if (enter(owner)) {
      receive(admitted.task(), maxBytes);
    }
  }

  /** Responds with a problem, regardless of the body. */
  void decline(Problem problem) {
    enter(verticle.shedder().unauthenticated());
    ignoreBody();
    reject(problem);
  }

  /** Responds to a request whose method is not allowed here, regardless of the body. */
  void declineMethod() {
    enter(verticle.shedder().unauthenticated());
    ignoreBody();
    String allowed = endpoint.allowed();
    answer(ServerResponse.of(Problem.methodNotAllowed(allowed), head.requestId())
        .with(List.of(new ResponseHeader(ALLOW, allowed))));
  }

  private ResourceClaim enter(EvictingBudget budget) {
    ResourceClaim entered = budget.enter(() -> verticle.run(this::yieldMemory));
    resourceClaim = entered;
    return entered;
  }

  /** Releases the memory of a response that is not read, because others need it. */
  private void yieldMemory() {
    if (!ended) {
      verticle.traffic().onShed(TrafficObserver.ShedReason.BODIES);
      giveUp();
    }
  }

  private boolean enter(String owner) {
    if (!connection.authenticate(owner)) {
      verticle.traffic().onShed(TrafficObserver.ShedReason.CONNECTIONS);
      shed();
      return false;
    }
    resourceClaim = verticle.shedder().workspaces().tryEnter(owner);
    if (resourceClaim != null) {
      return true;
    }
    verticle.traffic().onShed(TrafficObserver.ShedReason.IN_FLIGHT);
    resourceClaim = verticle.shedder().workspaces().tryRefuse(owner);
    if (resourceClaim == null) {
      giveUp();
    } else {
      shed();
    }
    return false;
  }

  private void shed() {
    ignoreBody();
    refuse(Problem.overloaded());
  }

  private void receive(Consumer<ServerRequest> work, long maxBytes) {
    arriving = true;
    request.handler(part -> take(part, maxBytes));
    request.endHandler(end -> perform(work));
    request.exceptionHandler(failure -> abandon());
    if (HttpHeaderValues.isLongerThan(maxBytes, request)) {
      refuse(Problem.tooLarge(maxBytes));
    } else if (HttpHeaderValues.isExpecting(request)) {
      var unused = request.response().writeContinue();
    }
  }

  /** Discards a body, if there is one. A long one, or one of unknown length, also closes the connection. */
  private void ignoreBody() {
    arriving = true;
    request.handler(part -> ignore(part, MAX_DISCARDED_BYTES));
    request.endHandler(end -> perform(nothing -> {}));
    request.exceptionHandler(failure -> abandon());
    boolean isLong = HttpHeaderValues.isLongerThan(MAX_DISCARDED_BYTES, request)
        || request.headers().contains(HttpHeaders.TRANSFER_ENCODING);
    // A client that waits for 100 Continue may or may not send the body now, so the next bytes are
    // ambiguous.
    closes = isLong || HttpHeaderValues.isExpecting(request);
  }

  private void ignore(Buffer part, long maxBytes) {
    ignored += part.length();
    if (ignored <= maxBytes) {
      return;
    }
    if (request.version() != HttpVersion.HTTP_2) {
      var unused = request.pause();
    } else if (answered) {
      var unused = request.response().reset(NO_ERROR);
    }
  }

  private void take(Buffer part, long maxBytes) {
    if (answered) {
      if (request.version() == HttpVersion.HTTP_2) {
        // Some clients discard a response if its stream is reset while they are still sending.
        // Usually the body is only a little too long, so at most twice the maximum body size is
        // read and discarded.
        ignore(part, Math.max(MAX_DISCARDED_BYTES, 2 * maxBytes));
      }
      return;
    }
    received += part.length();
    if (received > maxBytes) {
      refuse(Problem.tooLarge(maxBytes));
      return;
    }
    if (!reserve(received)) {
      verticle.traffic().onShed(TrafficObserver.ShedReason.BODIES);
      refuse(Problem.overloaded());
      return;
    }
    RequestBody whole = body;
    if (whole == null) {
      whole = new RequestBody();
      body = whole;
    }
    whole.append(part);
  }

  /** Reserves this many bytes in total, if there is room for them. */
  private boolean reserve(long bytes) {
    ResourceClaim entered = resourceClaim;
    return (entered == null ? enter(verticle.shedder().unauthenticated()) : entered).reserve(bytes);
  }

  /** Reserves the bytes of a response until it has been sent. */
  private boolean reserveAnswer(long bytes) {
    if (workspace == null) {
      owed = bytes;
      if (!connection.tryAddUnread(bytes)) {
        return false;
      }
    }
    return reserve(bytes);
  }

  private void perform(Consumer<ServerRequest> work) {
    arriving = false;
    if (!answered) {
      RequestBody whole = body;
      body = null;
      work.accept(arrived(whole == null ? ByteSegments.EMPTY : whole.toSegments()));
    } else if (closes) {
      closeConnection();
    }
  }

  private ServerRequest arrived(ByteSegments whole) {
    ServerRequest complete = new ServerRequest(head, whole, verticle.executors(), this::answer);
    arrived = complete;
    return complete;
  }

  /** Releases the body, and the work that was to be done. */
  private void release() {
    answered = true;
    body = null;
    ServerRequest complete = arrived;
    if (complete != null) {
      complete.end();
    }
  }

  /** Closes the connection. Over HTTP/2, its other requests continue. */
  private void closeConnection() {
    if (request.version() == HttpVersion.HTTP_2) {
      return;
    }
    if (arriving) {
      verticle.closeLater(connection);
    } else {
      verticle.close(connection.connection());
    }
  }

  /** Responds with a problem; the connection stays usable. */
  void reject(Problem problem) {
    answer(ServerResponse.of(problem, head.requestId()));
  }

  /** Ends the exchange because the client has disconnected. */
  void abandon() {
    release();
    end();
  }

  /** Responds with a problem, without waiting for the rest of the request. */
  void refuse(Problem problem) {
    closes = true;
    answer(ServerResponse.of(problem, head.requestId()));
  }

  private void answer(ServerResponse answer) {
    if (answered) {
      return;
    }
    release();
    report(answer);
    ServerRequest complete = arrived;
    HttpServerResponse response = request.response();
    if (response.closed() || response.ended()) {
      end();
    } else if (reserveAnswer(answer.body().length())) {
      send(response, complete == null ? answer : answer.with(complete.responseHeaders()));
    } else {
      // Unread responses have used up the memory, so no more is added.
      verticle.traffic().onShed(TrafficObserver.ShedReason.BODIES);
      verticle.close(connection.connection());
    }
  }

  /** Returns whether the response was given, but the client has not read it. */
  boolean isUnread() {
    return answered && !ended;
  }

  /** Closes the connection, because the client does not read. */
  void giveUp() {
    verticle.close(connection.connection());
  }

  private void send(HttpServerResponse response, ServerResponse answer) {
    response.setStatusCode(answer.status());
    MultiMap headers = response.headers();
    for (ResponseHeader each : answer.headers()) {
      headers.set(each.name(), each.value());
    }
    if ((closes || verticle.shedder().isClosing()) && request.version() != HttpVersion.HTTP_2) {
      headers.set(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    }
    // The response stays in memory until it is sent, so a request whose client does not read
    // remains in flight.
    var unused = sendBody(response, answer.body()).onComplete(sent -> {
      end();
      if (closes) {
        closeConnection();
      }
    });
  }

  /** Sends segment by segment: all of a large body in one array would be garbage of the kind that costs most. */
  private static Future<Void> sendBody(HttpServerResponse response, ByteSegments body) {
    int last = body.count() - 1;
    if (last > 0) {
      response.headers().set(HttpHeaders.CONTENT_LENGTH, Integer.toString(body.length()));
    }
    for (int i = 0; i < last; i++) {
      var unused = response.write(Buffer.buffer(body.segment(i)));
    }
    return response.end(
        Buffer.buffer(body.used(last)).appendBytes(body.segment(last), 0, body.used(last)));
  }

  private void report(ServerResponse answer) {
    verticle.traffic().onResponse(endpoint.name(), answer.status(), verticle.nanos() - begunNanos);
    Problem problem = answer.problem();
    if (problem != null) {
      verticle.traffic().onProblem(problem);
    }
  }

  /** Releases everything that the request held, whether it was answered or its client has gone. */
  private void end() {
    if (ended) {
      return;
    }
    ended = true;
    connection.removeUnread(owed);
    ResourceClaim entered = resourceClaim;
    if (entered != null) {
      entered.release();
    }
    verticle.onExchangeEnd(this, connection);
  }
}
