// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http;

import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.Http1ServerConfig;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.SocketAddress;
import io.weir.server.config.ServerConfig.Bounds;
import io.weir.server.http.gate.Gate;
import io.weir.server.http.gate.TrackedConnection;
import io.weir.server.id.RequestIds;
import io.weir.server.problem.Problem;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** One event loop's part of the front: its connections, and the requests on them. */
final class Loop extends VerticleBase {
  /** How often connections are looked at: the grain of all time limits. */
  private static final long TICK_MILLIS = 250;

  /**
   * How long an idle connection is kept when the end has begun. A request may be on its way on it: half the way of a
   * client at the other end of the world, and its pause between two requests. A longer one delays the end.
   */
  private static final long GRACE_TICKS = 4;

  /** How long a sender that was refused may go on sending: longer than it takes to read an answer, and to see it. */
  private static final long PARTING_TICKS = 8;

  private static final Endpoint NOWHERE =
      Endpoint.post(Traffic.NOWHERE, head -> new AdmittedRequest(null, request -> {}));

  private final Front.Parts parts;
  private final SocketAddress address;
  private final RequestIds requestIds;
  private final IdentityHashMap<HttpConnection, Visitor> visitors = new IdentityHashMap<>();
  private final Promise<Void> settled = Promise.promise();
  private final ServerRequest.Executors executors =
      new ServerRequest.Executors(this::run, this::runOnWorker);
  private long tick;

  /** When the end began. A tick later the first words of everybody who was let in have been heard. */
  private long settlingSince = Long.MAX_VALUE;

  /** Set at the start, on the event loop. */
  private @Nullable HttpServer server;

  private @Nullable Context home;

  Loop(Front.Parts parts, SocketAddress address, RandomGenerator random) {
    this.parts = parts;
    this.address = address;
    this.requestIds = new RequestIds(random);
  }

  @Override
  public Future<?> start() {
    home = context;
    HttpServer opened = vertx
        .createHttpServer(options(parts))
        .connectionHandler(this::greet)
        .requestHandler(this::begin)
        .invalidRequestHandler(this::complain)
        .exceptionHandler(broken -> {}); // a connection that breaks is nobody's fault
    server = opened;
    vertx.setPeriodic(TICK_MILLIS, timer -> sweep());
    return opened.listen(address);
  }

  private static HttpServerOptions options(Front.Parts parts) {
    Http1ServerConfig http1 = parts.gate().http1();
    HttpServerOptions options = new HttpServerOptions();
    options.setMaxHeaderSize(http1.getMaxHeaderSize());
    options.setMaxInitialLineLength(http1.getMaxInitialLineLength());
    options.getInitialSettings().setMaxHeaderListSize(http1.getMaxHeaderSize());
    options.setHandle100ContinueAutomatically(false); // only for who may send a body
    options.setTcpNoDelay(true);
    // There are no web sockets here, and what compresses them counts requests that wait, and fails.
    options.setPerFrameWebSocketCompressionSupported(false);
    options.setPerMessageWebSocketCompressionSupported(false);
    return options;
  }

  private void greet(HttpConnection connection) {
    SocketAddress remote = connection.remoteAddress();
    TrackedConnection tracked =
        gate().heard(remote.hostAddress(), remote.port()).orElse(null);
    visitors.put(connection, new Visitor(connection, tracked, tick));
    connection.closeHandler(closed -> {
      Visitor gone = visitors.remove(connection);
      if (gone != null) {
        gone.unanswered().forEach(Exchange::abandon);
      }
    });
  }

  private void begin(HttpServerRequest request) {
    Endpoint found = parts.site().at(request.path());
    Exchange exchange = open(request, found == null ? NOWHERE : found);
    if (request.headers().size() > Gate.MOST_FIELDS) {
      exchange.decline(tooLargeHead());
    } else if (!PathSyntax.isTarget(request.uri())) {
      exchange.decline(unreadableTarget());
    } else if (found == null) {
      exchange.decline(nowhere(request.path()));
    } else if (!found.takes(request.method().name())) {
      exchange.declineMethod();
    } else {
      exchange.admit(bounds().maxBodyBytes());
    }
  }

  private static Problem nowhere(@Nullable String path) {
    return path == null || PathSyntax.isSound(path) ? Problem.noSuchPath() : unreadableTarget();
  }

  private static Problem unreadableTarget() {
    return Problem.malformedHttp(
        400,
        "Bad Request",
        "The request target must be printable ASCII with UTF-8 in its percent escapes,"
            + " and must name a host if it is a URL.");
  }

  private Exchange open(HttpServerRequest request, Endpoint endpoint) {
    Visitor visitor =
        visitors.computeIfAbsent(request.connection(), each -> new Visitor(each, null, tick));
    Exchange exchange = new Exchange(this, visitor, request, endpoint);
    visitor.began(exchange);
    return exchange;
  }

  /** What arrived is no HTTP. It is answered all the same, and then the connection is of no more use. */
  private void complain(HttpServerRequest request) {
    open(request, NOWHERE).refuse(complaint(request.decoderResult().cause()));
  }

  private static Problem complaint(@Nullable Throwable cause) {
    if (cause instanceof TooLongHttpLineException) {
      return Problem.malformedHttp(414, "URI Too Long", "The request line is too long.");
    }
    if (cause instanceof TooLongHttpHeaderException || cause instanceof TooLongFrameException) {
      return tooLargeHead();
    }
    return Problem.malformedHttp(400, "Bad Request", "The request is not valid HTTP.");
  }

  private static Problem tooLargeHead() {
    return Problem.malformedHttp(
        431,
        "Request Header Fields Too Large",
        "The request headers are too large, or there are more than " + Gate.MOST_FIELDS + ".");
  }

  void ended(Exchange exchange, Visitor visitor) {
    visitor.ended(exchange, tick);
  }

  /** So many that at least this much time has passed, since what began did so between two of them. */
  private static long ticks(long millis) {
    return 1 + (millis + TICK_MILLIS - 1) / TICK_MILLIS;
  }

  private static void endLate(Exchange late) {
    if (late.isUnread()) {
      late.giveUp();
    } else {
      late.refuse(Problem.timedOut());
    }
  }

  private void sweep() {
    tick++;
    long lateBy = tick - ticks(bounds().requestMillis());
    long idleBy = tick - ticks(bounds().idleMillis());
    long strangerIdleBy = Math.max(idleBy, tick - ticks(parts.clients().unauthenticatedMillis()));
    for (Visitor each : List.copyOf(visitors.values())) {
      each.begunBy(lateBy).forEach(Loop::endLate);
      boolean isLeft = each.isIdle()
          && (each.idleSince() <= (each.isAuthenticated() ? idleBy : strangerIdleBy)
              || isForgotten(each.idleSince()));
      if (isLeft || tick >= each.leavesBy()) {
        close(each.connection());
      }
    }
    parts.traffic().look();
    if (tick - 1 > settlingSince && visitors.isEmpty()) {
      settled.tryComplete();
    }
  }

  private boolean isForgotten(long idleSince) {
    return tick - GRACE_TICKS > Math.max(idleSince, settlingSince);
  }

  /**
   * Ends a connection on which something is still being sent. Closed at once, it would be reset, and the answer lost with
   * it; so what comes is thrown away for a moment.
   */
  void closeAfterMoment(Visitor visitor) {
    visitor.leaveBy(tick + PARTING_TICKS);
  }

  void close(HttpConnection connection) {
    var unused = connection.close();
  }

  /**
   * Done when nobody is left. Clients of HTTP/1.1 hear with their next answer that it is the last one, those of HTTP/2
   * hear it now. Who asks nothing for a while is left.
   */
  Future<Void> settle() {
    run(() -> {
      settlingSince = tick;
      for (Visitor each : List.copyOf(visitors.values())) {
        if (each.connection().protocolVersion() == HttpVersion.HTTP_2) {
          var unused = each.connection().shutdown(bounds().shutdownMillis(), TimeUnit.MILLISECONDS);
        }
      }
    });
    return settled.future();
  }

  /** Closes what is left. */
  Future<Void> leave() {
    HttpServer opened = server;
    return opened == null ? Future.succeededFuture() : opened.close();
  }

  int port() {
    HttpServer opened = server;
    return opened == null ? 0 : opened.actualPort();
  }

  void run(Runnable task) {
    Context loop = home;
    if (loop != null) {
      loop.runOnContext(nothing -> task.run());
    }
  }

  /** Where requests of this loop do their work. */
  ServerRequest.Executors executors() {
    return executors;
  }

  private void runOnWorker(Runnable task) {
    var unused = vertx.executeBlocking(
        () -> {
          task.run();
          return true;
        },
        false);
  }

  String nextRequestId() {
    return requestIds.next();
  }

  long tick() {
    return tick;
  }

  long nanos() {
    return parts.elapsed().nanoTime();
  }

  Gate gate() {
    return parts.gate();
  }

  Traffic traffic() {
    return parts.traffic();
  }

  private Bounds bounds() {
    return parts.bounds();
  }
}
