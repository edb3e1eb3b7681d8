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

/** Everything that listens: one event loop per core, behind one port. */
public final class HttpFrontend implements AutoCloseable {
  private static final long START_MILLIS = 30_000;

  /** Threads that read large bodies. One, so that all of them together take no more than a core from the event loops. */
  private static final int WORKERS = 1;

  /** For a step of the end that waits for no client. */
  private static final long STEP_MILLIS = 2_000;

  /**
   * What the loops share.
   *
   * @param routes what is asked for
   * @param limits how much is taken on
   * @param clientLimits how much of it by one client
   * @param shedder how much is under way
   * @param traffic who hears of it, and logs what is turned away
   * @param elapsed time
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
   * Who hears of the traffic, and how time and names are come by.
   *
   * @param traffic who hears
   * @param elapsed time
   * @param seed what request ids are drawn from
   * @param heapBytes the memory of which bodies and answers may have a part
   */
  public record FrontendOptions(
      TrafficObserver traffic, NanoClock elapsed, long seed, long heapBytes) {}

  /** Begins to listen. Fails with a sentence if it can't. */
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

  /** All loops listen on the same one, picked by the system if it is 0. */
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

  /** The port that is listened on. */
  public int port() {
    return verticles.get(0).port();
  }

  /** Requests that were begun and not answered, or whose answer has not left. */
  public int inFlight() {
    return sharedServerState.shedder().inFlight();
  }

  /** Connections that are open. */
  public int connections() {
    return sharedServerState.shedder().openConnections();
  }

  /** Bytes of bodies that have not arrived as a whole, and of answers that have not left. */
  public long bodyBytes() {
    return sharedServerState.shedder().bodyBytes();
  }

  /** Bytes of heads that have not arrived as a whole, and what is made of them. */
  public long headBytes() {
    return sharedServerState.shedder().headBytes();
  }

  /** Whether the end has begun. */
  public boolean isClosing() {
    return sharedServerState.shedder().isClosing();
  }

  /** Says in every answer from now on that this is the last one on its connection. */
  public void beginClosing() {
    sharedServerState.shedder().beginClosing();
  }

  /**
   * Takes no more connections, lets those that there are come to their end, and closes what is left when the time
   * allowed is over.
   */
  @Override
  public void close() {
    /*
     * The server's own shutdown would close connections that are idle at once, and lose a request that is on its way on
     * one of them. So at first only the sockets that listen are closed.
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

  /** What has not ended by then is left to the next step; after the last one nothing is left but daemon threads. */
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
