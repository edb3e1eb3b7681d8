// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http;

import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.SocketAddress;
import io.weir.server.config.ServerConfig.Bounds;
import io.weir.server.http.gate.Gate;
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

  /** How long a connection that came in vain may stay without asking anything. */
  private static final long UNWELCOME_TICKS = 4;

  /**
   * How long an idle connection is kept when the end has begun. A request may be on its way on it: half the way of a
   * client at the other end of the world, and its pause between two requests. A longer one delays the end.
   */
  private static final long GRACE_TICKS = 4;

  /** How long a sender that was refused may go on sending: longer than it takes to read an answer, and to see it. */
  private static final long PARTING_TICKS = 8;

  private static final int LONGEST_LINE = 8_192;

  private static final String ALPHABET =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

  private static final int ID_LENGTH = 9;

  private static final Endpoint NOWHERE = Endpoint.post(Traffic.NOWHERE, asking -> {});

  private final Front.Parts parts;
  private final SocketAddress address;
  private final RandomGenerator random;
  private final IdentityHashMap<HttpConnection, Visitor> visitors = new IdentityHashMap<>();
  private final Promise<Void> settled = Promise.promise();
  private long tick;

  /** When the end began. A tick later the first words of everybody who was let in have been heard. */
  private long settlingSince = Long.MAX_VALUE;

  /** Set at the start, on the event loop. */
  private @Nullable HttpServer server;

  private @Nullable Context home;

  Loop(Front.Parts parts, SocketAddress address, RandomGenerator random) {
    this.parts = parts;
    this.address = address;
    this.random = random;
  }

  @Override
  public Future<?> start() {
    home = context;
    HttpServer opened = vertx
        .createHttpServer(options(parts.bounds()))
        .connectionHandler(this::greet)
        .requestHandler(this::begin)
        .invalidRequestHandler(this::complain)
        .exceptionHandler(broken -> {}); // a connection that breaks is nobody's fault
    server = opened;
    vertx.setPeriodic(TICK_MILLIS, timer -> sweep());
    return opened.listen(address);
  }

  private static HttpServerOptions options(Bounds bounds) {
    HttpServerOptions options = new HttpServerOptions();
    options.setMaxHeaderSize(bounds.maxHeaderBytes());
    options.setMaxInitialLineLength(LONGEST_LINE);
    options.setHandle100ContinueAutomatically(true);
    options.setTcpNoDelay(true);
    // There are no web sockets here, and what compresses them counts requests that wait, and fails.
    options.setPerFrameWebSocketCompressionSupported(false);
    options.setPerMessageWebSocketCompressionSupported(false);
    return options;
  }

  private void greet(HttpConnection connection) {
    SocketAddress remote = connection.remoteAddress();
    gate().heard(Gate.address(remote.hostAddress(), remote.port()));
    visitors.put(connection, new Visitor(connection, !gate().isFull(), tick));
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
    if (!exchange.isWelcome()) {
      traffic().shed(Traffic.Shed.CONNECTIONS);
      exchange.refuse(Problem.overloaded());
    } else if (!exchange.isAdmitted()) {
      traffic().shed(Traffic.Shed.IN_FLIGHT);
      exchange.refuse(Problem.overloaded());
    } else if (found == null) {
      exchange.reject(Problem.noSuchPath());
    } else if (!found.takes(request.method().name())) {
      exchange.reject(Problem.wrongMethod(found.allowed()));
    } else if (found.isPost()) {
      exchange.receive(bounds().maxBodyBytes());
    } else {
      found.action().accept(exchange);
    }
  }

  private Exchange open(HttpServerRequest request, Endpoint endpoint) {
    Visitor visitor =
        visitors.computeIfAbsent(request.connection(), each -> new Visitor(each, true, tick));
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
      return Problem.malformedHttp(
          431, "Request Header Fields Too Large", "The request's headers are too large.");
    }
    return Problem.malformedHttp(400, "Bad Request", "The request is not valid HTTP.");
  }

  void ended(Exchange exchange, Visitor visitor) {
    visitor.ended(exchange, tick);
    gate().leave();
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
    for (Visitor each : List.copyOf(visitors.values())) {
      each.begunBy(lateBy).forEach(Loop::endLate);
      boolean isUnwelcome = !each.isWelcome() && tick - each.idleSince() > UNWELCOME_TICKS;
      boolean isLeft = each.isIdle()
          && (each.idleSince() <= idleBy || isUnwelcome || isForgotten(each.idleSince()));
      if (isLeft || tick >= each.leavesBy()) {
        close(each.connection());
      }
    }
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

  String nextRequestId() {
    StringBuilder id = new StringBuilder(4 + ID_LENGTH).append("req_");
    long bits = random.nextLong() >>> 1;
    for (int i = 0; i < ID_LENGTH; i++) {
      id.append(ALPHABET.charAt((int) (bits % ALPHABET.length())));
      bits /= ALPHABET.length();
    }
    return id.toString();
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
