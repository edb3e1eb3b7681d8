// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.weir.server.api.Answer;
import io.weir.server.api.Asking;
import io.weir.server.api.Standing;
import io.weir.server.problem.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One request and its answer. Lives on one event loop. */
final class Exchange implements Asking {
  private static final byte[] NOTHING = {};

  private final Loop loop;
  private final Visitor visitor;
  private final HttpServerRequest request;
  private final Endpoint endpoint;
  private final String requestId;
  private final long begunAt;
  private final long begunNanos;
  private @Nullable Buffer body;
  private long held;
  private boolean gathered;
  private @Nullable Standing quota;
  private final boolean admitted;
  private boolean answered;
  private boolean ended;
  private boolean closes;

  /** Whether more of the body is to come. */
  private boolean arriving;

  Exchange(Loop loop, Visitor visitor, HttpServerRequest request, Endpoint endpoint) {
    this.loop = loop;
    this.visitor = visitor;
    this.request = request;
    this.endpoint = endpoint;
    this.requestId = loop.nextRequestId();
    this.begunAt = loop.tick();
    this.begunNanos = loop.nanos();
    this.admitted = loop.gate().enter();
  }

  /** Whether its connection came while there was room for it. */
  boolean isWelcome() {
    return visitor.isWelcome();
  }

  /** Whether there is room for it among those that wait. */
  boolean isAdmitted() {
    return admitted;
  }

  long begunAt() {
    return begunAt;
  }

  /** Takes the body in, then acts. */
  void receive(long mostBytes) {
    arriving = true;
    request.handler(part -> take(part, mostBytes));
    request.endHandler(end -> act());
    request.exceptionHandler(gone -> abandon());
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    if (length != null && isMoreThan(length, mostBytes)) {
      refuse(Problem.tooLarge(mostBytes));
    }
  }

  private static boolean isMoreThan(String length, long most) {
    try {
      return Long.parseLong(length.trim()) > most;
    } catch (NumberFormatException e) {
      return true; // what was let through as a number must be larger than any
    }
  }

  private void take(Buffer part, long mostBytes) {
    if (answered) {
      return;
    }
    if (held + part.length() > mostBytes) {
      refuse(Problem.tooLarge(mostBytes));
      return;
    }
    if (!hold(part.length())) {
      loop.traffic().shed(Traffic.Shed.BODIES);
      refuse(Problem.overloaded());
      return;
    }
    Buffer before = body;
    if (before == null) {
      body = part;
    } else {
      // The first piece may be a view of the connection's own memory.
      body = gathered
          ? before.appendBuffer(part)
          : Buffer.buffer().appendBuffer(before).appendBuffer(part);
      gathered = true;
    }
  }

  /** Counts bytes that stay in memory for as long as whoever sends or reads them likes. */
  private boolean hold(long bytes) {
    held += bytes;
    return loop.gate().hold(bytes);
  }

  private void act() {
    arriving = false;
    if (!answered) {
      endpoint.action().accept(this);
    } else if (closes) {
      part();
    }
  }

  /** Ends the connection. Over HTTP/2 other requests go on. */
  private void part() {
    if (request.version() == HttpVersion.HTTP_2) {
      return;
    }
    if (arriving) {
      loop.closeAfterMoment(visitor);
    } else {
      loop.close(visitor.connection());
    }
  }

  /** Answers with a problem; the connection can go on. */
  void reject(Problem problem) {
    answer(Answer.of(problem, requestId));
  }

  /** Whoever asked has gone. */
  void abandon() {
    answered = true;
    end();
  }

  /** Answers with a problem, and does not wait for the rest of what is being sent. */
  void refuse(Problem problem) {
    closes = true;
    answer(Answer.of(problem, requestId));
  }

  @Override
  public String requestId() {
    return requestId;
  }

  @Override
  public List<String> authorizations() {
    return request.headers().getAll(HttpHeaders.AUTHORIZATION);
  }

  @Override
  public @Nullable String contentType() {
    return request.getHeader(HttpHeaders.CONTENT_TYPE);
  }

  @Override
  public byte[] body() {
    Buffer whole = body;
    return whole == null ? NOTHING : whole.getBytes();
  }

  @Override
  public void quota(Standing standing) {
    quota = standing;
  }

  @Override
  public void resume(Runnable rest) {
    loop.run(() -> {
      if (!answered) {
        rest.run();
      }
    });
  }

  @Override
  public void answer(Answer answer) {
    if (answered) {
      return;
    }
    answered = true;
    body = null;
    report(answer);
    HttpServerResponse response = request.response();
    if (response.closed() || response.ended()) {
      end();
    } else if (hold(answer.body().length)) {
      send(response, answer);
    } else {
      // What others do not read fills the memory: no more of it.
      loop.traffic().shed(Traffic.Shed.BODIES);
      loop.close(visitor.connection());
    }
  }

  /** Whether the answer was given, but its reader has not taken it. */
  boolean isUnread() {
    return answered && !ended;
  }

  /** Ends the whole connection: its other end does not read. */
  void giveUp() {
    loop.close(visitor.connection());
  }

  private void send(HttpServerResponse response, Answer answer) {
    response.setStatusCode(answer.status());
    MultiMap headers = response.headers();
    headers.set(HttpHeaders.CONTENT_TYPE, Headers.contentType(answer.contentType()));
    Headers.addStanding(headers, answer);
    Standing workspace = quota;
    if (workspace != null) {
      Headers.addQuota(headers, workspace);
    }
    if (answer.status() == 405) {
      headers.set(Headers.ALLOW, endpoint.allowed());
    }
    if (answer.status() == 503) {
      headers.set(Headers.RETRY_AFTER, Headers.SOON);
    }
    if ((closes || loop.gate().isClosing()) && request.version() != HttpVersion.HTTP_2) {
      headers.set(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    }
    // Until it is on its way it is in memory: a reader who does not read is a request under way.
    var unused = response.end(Buffer.buffer(answer.body())).onComplete(sent -> {
      end();
      if (closes) {
        part();
      }
    });
  }

  private void report(Answer answer) {
    loop.traffic().answered(endpoint.name(), answer.status(), loop.nanos() - begunNanos);
    Problem problem = answer.problem();
    if (problem != null) {
      loop.traffic().complained(problem);
    }
  }

  /** The request needs nothing any more, whether it was answered or its sender has gone. */
  private void end() {
    if (ended) {
      return;
    }
    ended = true;
    loop.gate().release(held);
    loop.ended(this, visitor);
  }
}
