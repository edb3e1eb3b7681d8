// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.net.SocketAddress;
import io.weir.server.config.ServerConfig.ClientLimits;
import io.weir.server.config.ServerConfig.ListenSettings;
import io.weir.server.config.ServerConfig.ServerLimits;
import io.weir.server.http.load.LoadShedder;
import io.weir.server.http.load.ServerSockets;
import io.weir.time.NanoClock;
import java.net.BindException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/** The HTTP server: one event loop per core, all listening on one port. */
public final class HttpFrontend implements AutoCloseable {
  private static final long START_MILLIS = 30_000;

  /**
   * The number of threads that parse large bodies. One, so that together they take at most one core from the event
   * loops.
   */
  private static final int WORKERS = 1;

  /** The timeout of shutdown steps that do not wait for clients. */
  private static final long STEP_MILLIS = 2_000;

  /**
   * The state that the event loops share.
   *
   * @param routes the endpoints
   * @param limits the limits on requests and connections
   * @param clientLimits the limits for a single client
   * @param shedder the load in progress
   * @param traffic the observer of traffic, which logs rejected requests
   * @param elapsed the clock
   */
  record SharedServerState(
      Routes routes,
      ServerLimits limits,
      ClientLimits clientLimits,
      LoadShedder shedder,
      ShedLog traffic,
      NanoClock elapsed) {}

  private final Vertx vertx;
  private final ServerSockets serverSockets;
  private final SharedServerState sharedServerState;
  private final List<HttpVerticle> verticles;
  private final AtomicBoolean closed = new AtomicBoolean();

  private HttpFrontend(
      Vertx vertx,
      ServerSockets serverSockets,
      SharedServerState sharedServerState,
      List<HttpVerticle> verticles) {
    this.vertx = vertx;
    this.serverSockets = serverSockets;
    this.sharedServerState = sharedServerState;
    this.verticles = verticles;
  }

  /**
   * The dependencies of an HTTP server.
   *
   * @param traffic the observer of traffic
   * @param elapsed the clock
   * @param seed the seed for request ids
   * @param heapBytes the size of the heap, of which bodies and responses may take a share
   */
  public record FrontendOptions(
      TrafficObserver traffic, NanoClock elapsed, long seed, long heapBytes) {}

  /** Starts to listen. Throws an exception with a readable message if that fails. */
  public static HttpFrontend open(
      ListenSettings listenSettings,
      ServerLimits serverLimits,
      Routes routes,
      FrontendOptions frontendOptions) {
    ShedLog traffic = new ShedLog(frontendOptions.traffic(), frontendOptions.elapsed());
    LoadShedder loadShedder = new LoadShedder(
        serverLimits,
        listenSettings.clients(),
        frontendOptions.heapBytes(),
        () -> traffic.onShed(TrafficObserver.ShedReason.CONNECTIONS));
    traffic.nameWith(loadShedder::heaviest);
    ServerSockets serverSockets = new ServerSockets(loadShedder);
    Vertx vertx = Vertx.builder()
        .with(new VertxOptions().setWorkerPoolSize(WORKERS))
        .withTransport(serverSockets.transport())
        .build();
    SharedServerState sharedServerState = new SharedServerState(
        routes,
        serverLimits,
        listenSettings.clients(),
        loadShedder,
        traffic,
        frontendOptions.elapsed());
    HttpFrontend httpFrontend =
        new HttpFrontend(vertx, serverSockets, sharedServerState, new ArrayList<>());
    try {
      httpFrontend.deploy(address(listenSettings), new SplittableRandom(frontendOptions.seed()));
      serverSockets.beginAccepting();
      return httpFrontend;
    } catch (CompletionException e) {
      httpFrontend.closeVertx();
      throw new IllegalStateException(
          "can't listen on " + listenSettings.host() + ":" + listenSettings.port() + ": "
              + reason(e),
          e);
    }
  }

  /** Starts one event loop per processor. */
  private void deploy(SocketAddress address, SplittableRandom random) {
    for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
      HttpVerticle httpVerticle = new HttpVerticle(sharedServerState, address, random.split());
      await(vertx.deployVerticle(httpVerticle, new DeploymentOptions()), START_MILLIS);
      verticles.add(httpVerticle);
    }
  }

  /** Returns the address on which all loops listen; the system picks the port if it is 0. */
  private static SocketAddress address(ListenSettings listenSettings) {
    return listenSettings.port() == 0
        ? SocketAddress.sharedRandomPort(1, listenSettings.host())
        : SocketAddress.inetSocketAddress(listenSettings.port(), listenSettings.host());
  }

  private static String reason(Throwable failure) {
    Throwable deepest = failure;
    while (deepest.getCause() != null) {
      deepest = deepest.getCause();
    }
    if (deepest instanceof BindException) {
      return "address in use, permission denied, or not a local address (" + deepest.getMessage()
          + ")";
    }
    String message = deepest.getMessage();
    return message == null ? deepest.getClass().getSimpleName() : message;
  }

  /** Returns the port on which the server listens. */
  public int port() {
    return verticles.get(0).port();
  }

  /** Returns the number of requests that have begun and whose response has not been sent. */
  public int inFlight() {
    return sharedServerState.shedder().inFlight();
  }

  /** Returns the number of open connections. */
  public int connections() {
    return sharedServerState.shedder().openConnections();
  }

  /** Returns the bytes of bodies that have not arrived completely, and of responses that have not been sent. */
  public long bodyBytes() {
    return sharedServerState.shedder().bodyBytes();
  }

  /** Returns the memory of heads that have not arrived completely. */
  public long headBytes() {
    return sharedServerState.shedder().headBytes();
  }

  /** Returns whether shutdown has begun. */
  public boolean isClosing() {
    return sharedServerState.shedder().isClosing();
  }

  /** Marks every response from now on as the last one on its connection. */
  public void beginClosing() {
    sharedServerState.shedder().beginClosing();
  }

  /** Stops accepting connections, lets the open ones finish, and closes the rest when the shutdown timeout is over. */
  @Override
  public void close() {
    /*
     * Vert.x's own shutdown would close idle connections at once, and lose a request that is already on its way on
     * one of them. So at first only the listening sockets are closed.
     */
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    beginClosing();
    serverSockets.closeListening();
    tryAwait(
        Future.join(verticles.stream().map(HttpVerticle::whenIdle).toList()),
        sharedServerState.limits().timeouts().shutdownMillis());
    tryAwait(Future.join(verticles.stream().map(HttpVerticle::closeAll).toList()), STEP_MILLIS);
    closeVertx();
  }

  private void closeVertx() {
    tryAwait(vertx.close(), STEP_MILLIS);
  }

  /** What has not finished in time is left to the next step. After the last one, only daemon threads remain. */
  private static void tryAwait(Future<?> end, long millis) {
    try {
      await(end, millis);
    } catch (CompletionException e) {
      // It took too long.
    }
  }

  private static <T> T await(Future<T> future, long millis) {
    try {
      return future.toCompletionStage().toCompletableFuture().get(millis, TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new CompletionException(e.getCause());
    } catch (TimeoutException e) {
      throw new CompletionException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CompletionException(e);
    }
  }
}
