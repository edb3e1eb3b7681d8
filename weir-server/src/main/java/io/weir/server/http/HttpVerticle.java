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
import io.weir.server.config.ServerConfig.ServerLimits;
import io.weir.server.http.load.LoadShedder;
import io.weir.server.http.load.TrackedConnection;
import io.weir.server.id.RequestIds;
import io.weir.server.problem.Problem;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** One event loop of the HTTP server, with its connections and their requests. */
final class HttpVerticle extends VerticleBase {
  /** How often connections are checked: the resolution of all timeouts. */
  private static final long TICK_MILLIS = 250;

  /**
   * How long an idle connection is kept after shutdown begins, because a request may be on its way on it. Enough for
   * half the round trip of a client on the other side of the world, plus its pause between two requests. More would
   * delay the shutdown.
   */
  private static final long GRACE_TICKS = 4;

  /**
   * How long a client whose request was refused may continue to send: longer than it takes to receive the response
   * and to process it.
   */
  private static final long LINGER_TICKS = 8;

  private static final Endpoint NOT_FOUND =
      Endpoint.post(TrafficObserver.NOT_FOUND, head -> new AdmittedRequest(null, request -> {}));

  private final HttpFrontend.SharedServerState sharedServerState;
  private final SocketAddress address;
  private final RequestIds requestIds;
  private final IdentityHashMap<HttpConnection, ClientConnection> connections =
      new IdentityHashMap<>();
  private final Promise<Void> settled = Promise.promise();
  private final ServerRequest.Executors executors =
      new ServerRequest.Executors(this::run, this::runOnWorker);
  private long tick;

  /** The tick at which shutdown began. One tick later, the first bytes of every accepted connection have been read. */
  private long settlingSince = Long.MAX_VALUE;

  /** Both fields are set at the start, on the event loop. */
  private @Nullable HttpServer server;

  private @Nullable Context home;

  HttpVerticle(
      HttpFrontend.SharedServerState sharedServerState,
      SocketAddress address,
      RandomGenerator random) {
    this.sharedServerState = sharedServerState;
    this.address = address;
    this.requestIds = new RequestIds(random);
  }

  @Override
  public Future<?> start() {
    home = context;
    HttpServer opened = vertx
        .createHttpServer(options(sharedServerState))
        .connectionHandler(this::onConnection)
        .requestHandler(this::onRequest)
        .invalidRequestHandler(this::rejectMalformed)
        .exceptionHandler(broken -> {}); // broken connections are normal
    server = opened;
    vertx.setPeriodic(TICK_MILLIS, timer -> sweep());
    return opened.listen(address);
  }

  private static HttpServerOptions options(HttpFrontend.SharedServerState sharedServerState) {
    Http1ServerConfig http1 = sharedServerState.shedder().http1();
    HttpServerOptions options = new HttpServerOptions();
    options.setMaxHeaderSize(http1.getMaxHeaderSize());
    options.setMaxInitialLineLength(http1.getMaxInitialLineLength());
    options.getInitialSettings().setMaxHeaderListSize(http1.getMaxHeaderSize());
    options.setHandle100ContinueAutomatically(false); // sent only if the body is wanted
    options.setTcpNoDelay(true);
    // The server has no web sockets. Their compression handler counts waiting requests, and fails.
    options.setPerFrameWebSocketCompressionSupported(false);
    options.setPerMessageWebSocketCompressionSupported(false);
    return options;
  }

  private void onConnection(HttpConnection connection) {
    SocketAddress remote = connection.remoteAddress();
    TrackedConnection tracked =
        shedder().onFirstRequest(remote.hostAddress(), remote.port()).orElse(null);
    connections.put(connection, new ClientConnection(connection, tracked, tick));
    connection.closeHandler(closed -> {
      ClientConnection closedConnection = connections.remove(connection);
      if (closedConnection != null) {
        closedConnection.unanswered().forEach(RequestExchange::abandon);
      }
    });
  }

  private void onRequest(HttpServerRequest request) {
    Endpoint found = sharedServerState.routes().find(request.path());
    RequestExchange requestExchange = open(request, found == null ? NOT_FOUND : found);
    if (request.headers().size() > LoadShedder.MAX_HEADER_FIELDS) {
      requestExchange.decline(tooLargeHead());
    } else if (!PathSyntax.isValidTarget(request.uri())) {
      requestExchange.decline(unreadableTarget());
    } else if (found == null) {
      requestExchange.decline(notFound(request.path()));
    } else if (!found.accepts(request.method().name())) {
      requestExchange.declineMethod();
    } else {
      requestExchange.admit(limits().maxBodyBytes());
    }
  }

  private static Problem notFound(@Nullable String path) {
    return path == null || PathSyntax.isValidPath(path)
        ? Problem.pathNotFound()
        : unreadableTarget();
  }

  private static Problem unreadableTarget() {
    return Problem.malformedHttp(
        400,
        "Bad Request",
        "The request target must be printable ASCII with UTF-8 in its percent escapes,"
            + " and must name a host if it is a URL.");
  }

  private RequestExchange open(HttpServerRequest request, Endpoint endpoint) {
    ClientConnection clientConnection = connections.computeIfAbsent(
        request.connection(), each -> new ClientConnection(each, null, tick));
    RequestExchange requestExchange =
        new RequestExchange(this, clientConnection, request, endpoint);
    clientConnection.add(requestExchange);
    return requestExchange;
  }

  /** Responds to input that is not valid HTTP, and then closes the connection, which is of no further use. */
  private void rejectMalformed(HttpServerRequest request) {
    open(request, NOT_FOUND).refuse(problemFor(request.decoderResult().cause()));
  }

  private static Problem problemFor(@Nullable Throwable cause) {
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
        "The request headers are too large, or there are more than " + LoadShedder.MAX_HEADER_FIELDS
            + ".");
  }

  void onExchangeEnd(RequestExchange requestExchange, ClientConnection clientConnection) {
    clientConnection.remove(requestExchange, tick);
  }

  /** Returns enough ticks that at least this time has passed, even if it began between two ticks. */
  private static long ticks(long millis) {
    return 1 + (millis + TICK_MILLIS - 1) / TICK_MILLIS;
  }

  private static void timeOut(RequestExchange late) {
    if (late.isUnread()) {
      late.giveUp();
    } else {
      late.refuse(Problem.timedOut());
    }
  }

  private void sweep() {
    tick++;
    long lateBy = tick - ticks(limits().timeouts().requestMillis());
    long idleBy = tick - ticks(limits().timeouts().idleMillis());
    long unauthenticatedIdleBy =
        Math.max(idleBy, tick - ticks(sharedServerState.clientLimits().unauthenticatedMillis()));
    for (ClientConnection each : List.copyOf(connections.values())) {
      each.begunBy(lateBy).forEach(HttpVerticle::timeOut);
      boolean isExpired = each.isIdle()
          && (each.idleSince() <= (each.isAuthenticated() ? idleBy : unauthenticatedIdleBy)
              || isIdleTooLong(each.idleSince()));
      if (isExpired || tick >= each.closeTick()) {
        close(each.connection());
      }
    }
    sharedServerState.traffic().check();
    if (tick - 1 > settlingSince && connections.isEmpty()) {
      settled.tryComplete();
    }
  }

  private boolean isIdleTooLong(long idleSince) {
    return tick - GRACE_TICKS > Math.max(idleSince, settlingSince);
  }

  /**
   * Closes a connection on which the client is still sending. An immediate close would reset it and lose the
   * response, so input is discarded for a moment.
   */
  void closeLater(ClientConnection clientConnection) {
    clientConnection.closeBy(tick + LINGER_TICKS);
  }

  void close(HttpConnection connection) {
    var unused = connection.close();
  }

  /**
   * Completes when all connections are closed. HTTP/1.1 clients learn from their next response that it is the last
   * one on the connection; HTTP/2 clients learn it now. A connection that stays idle for a while is closed.
   */
  Future<Void> whenIdle() {
    run(() -> {
      settlingSince = tick;
      for (ClientConnection each : List.copyOf(connections.values())) {
        if (each.connection().protocolVersion() == HttpVersion.HTTP_2) {
          var unused = each.connection()
              .shutdown(limits().timeouts().shutdownMillis(), TimeUnit.MILLISECONDS);
        }
      }
    });
    return settled.future();
  }

  /** Closes the remaining connections. */
  Future<Void> closeAll() {
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

  /** Returns the executors for the work of this loop's requests. */
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
    return sharedServerState.elapsed().nanoTime();
  }

  LoadShedder shedder() {
    return sharedServerState.shedder();
  }

  TrafficObserver traffic() {
    return sharedServerState.traffic();
  }

  private ServerLimits limits() {
    return sharedServerState.limits();
  }
}
