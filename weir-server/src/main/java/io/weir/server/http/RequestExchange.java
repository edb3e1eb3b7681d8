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

/** One request and its answer. Lives on one event loop. */
final class RequestExchange {
  private static final CharSequence ALLOW = ResponseHeader.constant("Allow");

  /**
   * How much of a body that nobody wants is taken in and thrown away, so that the connection can go on: more than clients of
   * this API send. Of more, nothing is taken in, and the connection ends.
   */
  private static final long MAX_DISCARDED_BYTES = 65_536;

  /** Over HTTP/2: the answer is complete, and the rest of the request is not wanted. */
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

  /** Whose it is, if it has a valid key. */
  private @Nullable String workspace;

  /** What it takes up, once it is known whose it is. */
  private @Nullable ResourceClaim resourceClaim;

  /** Bytes of the body that have come. */
  private long received;

  /** What its connection owes because of it. */
  private long owed;

  /** Bytes of the body that were thrown away. */
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

  /** Lets the request in by its head, takes the body in if there is to be one, and acts. */
  void admit(long mostBytes) {
    AdmittedRequest admitted;
    try {
      admitted = endpoint.filter().admit(head);
    } catch (Problem problem) {
      decline(problem);
      return;
    }
    String whose = admitted.workspace();
    workspace = whose;
    if (whose == null) {
      enter(
          endpoint.isProbe() ? verticle.shedder().probes() : verticle.shedder().unauthenticated());
      ignoreBody();
      admitted.task().accept(arrived(ByteSegments.EMPTY));
    } else if (enter(whose)) {
      receive(admitted.task(), mostBytes);
    }
  }

  /** Answers with a problem whatever the body is. */
  void decline(Problem problem) {
    enter(verticle.shedder().unauthenticated());
    ignoreBody();
    reject(problem);
  }

  /** Answers a request whose method is not allowed here, whatever the body is. */
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

  /** Others need the memory of an answer that nobody reads. */
  private void yieldMemory() {
    if (!ended) {
      verticle.traffic().onShed(TrafficObserver.ShedReason.BODIES);
      giveUp();
    }
  }

  private boolean enter(String whose) {
    if (!connection.authenticate(whose)) {
      verticle.traffic().onShed(TrafficObserver.ShedReason.CONNECTIONS);
      shed();
      return false;
    }
    resourceClaim = verticle.shedder().workspaces().tryEnter(whose);
    if (resourceClaim != null) {
      return true;
    }
    verticle.traffic().onShed(TrafficObserver.ShedReason.IN_FLIGHT);
    resourceClaim = verticle.shedder().workspaces().tryRefuse(whose);
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

  private void receive(Consumer<ServerRequest> work, long mostBytes) {
    arriving = true;
    request.handler(part -> take(part, mostBytes));
    request.endHandler(end -> perform(work));
    request.exceptionHandler(gone -> abandon());
    if (HttpHeaderValues.isLongerThan(mostBytes, request)) {
      refuse(Problem.tooLarge(mostBytes));
    } else if (HttpHeaderValues.isExpecting(request)) {
      var unused = request.response().writeContinue();
    }
  }

  /** Throws a body away, if there is one. A long one, or one of unknown length, is the end of the connection. */
  private void ignoreBody() {
    arriving = true;
    request.handler(part -> ignore(part, MAX_DISCARDED_BYTES));
    request.endHandler(end -> perform(nothing -> {}));
    request.exceptionHandler(gone -> abandon());
    boolean isLong = HttpHeaderValues.isLongerThan(MAX_DISCARDED_BYTES, request)
        || request.headers().contains(HttpHeaders.TRANSFER_ENCODING);
    // Whoever waits for a word may or may not send the body now: the next bytes may be either.
    closes = isLong || HttpHeaderValues.isExpecting(request);
  }

  private void ignore(Buffer part, long mostBytes) {
    ignored += part.length();
    if (ignored <= mostBytes) {
      return;
    }
    if (request.version() != HttpVersion.HTTP_2) {
      var unused = request.pause();
    } else if (answered) {
      var unused = request.response().reset(NO_ERROR);
    }
  }

  private void take(Buffer part, long mostBytes) {
    if (answered) {
      if (request.version() == HttpVersion.HTTP_2) {
        // Some clients discard a response if its stream is reset while they are still sending. A
        // body that is a little
        // too long is the usual case, so as much again as a body may have is read and thrown away.
        ignore(part, Math.max(MAX_DISCARDED_BYTES, 2 * mostBytes));
      }
      return;
    }
    received += part.length();
    if (received > mostBytes) {
      refuse(Problem.tooLarge(mostBytes));
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

  /** Holds so many bytes from now on, if there is room for them. */
  private boolean reserve(long bytes) {
    ResourceClaim entered = resourceClaim;
    return (entered == null ? enter(verticle.shedder().unauthenticated()) : entered).reserve(bytes);
  }

  /** Holds the bytes of an answer until it has left. */
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

  /** Forgets the body, and all that was to be done. */
  private void release() {
    answered = true;
    body = null;
    ServerRequest complete = arrived;
    if (complete != null) {
      complete.end();
    }
  }

  /** Ends the connection. Over HTTP/2 other requests go on. */
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

  /** Answers with a problem; the connection can go on. */
  void reject(Problem problem) {
    answer(ServerResponse.of(problem, head.requestId()));
  }

  /** Whoever asked has gone. */
  void abandon() {
    release();
    end();
  }

  /** Answers with a problem, and does not wait for the rest of what is being sent. */
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
      // What others do not read fills the memory: no more of it.
      verticle.traffic().onShed(TrafficObserver.ShedReason.BODIES);
      verticle.close(connection.connection());
    }
  }

  /** Whether the answer was given, but its reader has not taken it. */
  boolean isUnread() {
    return answered && !ended;
  }

  /** Ends the whole connection: its other end does not read. */
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
    // Until it is on its way it is in memory: a reader who does not read is a request under way.
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

  /** The request needs nothing any more, whether it was answered or its sender has gone. */
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
