// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.net.SocketAddress;
import io.weir.server.config.ServerConfig.Bounds;
import io.weir.server.config.ServerConfig.ClientBounds;
import io.weir.server.config.ServerConfig.Listen;
import io.weir.server.http.gate.Gate;
import io.weir.server.http.gate.Sockets;
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
public final class Front implements AutoCloseable {
  private static final long START_MILLIS = 30_000;

  /** Threads that read large bodies. One, so that all of them together take no more than a core from the event loops. */
  private static final int WORKERS = 1;

  /** For a step of the end that waits for no client. */
  private static final long SPARE_MILLIS = 2_000;

  /**
   * What the loops share.
   *
   * @param site what is asked for
   * @param bounds how much is taken on
   * @param clients how much of it by one client
   * @param gate how much is under way
   * @param traffic who hears of it, and logs what is turned away
   * @param elapsed time
   */
  record Parts(
      Site site,
      Bounds bounds,
      ClientBounds clients,
      Gate gate,
      ShedLog traffic,
      NanoClock elapsed) {}

  private final Vertx vertx;
  private final Sockets sockets;
  private final Parts parts;
  private final List<Loop> loops;
  private final AtomicBoolean closed = new AtomicBoolean();

  private Front(Vertx vertx, Sockets sockets, Parts parts, List<Loop> loops) {
    this.vertx = vertx;
    this.sockets = sockets;
    this.parts = parts;
    this.loops = loops;
  }

  /**
   * Who hears of the traffic, and how time and names are come by.
   *
   * @param traffic who hears
   * @param elapsed time
   * @param seed what request ids are drawn from
   * @param heapBytes the memory of which bodies and answers may have a part
   */
  public record Wiring(Traffic traffic, NanoClock elapsed, long seed, long heapBytes) {}

  /** Begins to listen. Fails with a sentence if it can't. */
  public static Front open(Listen listen, Bounds bounds, Site site, Wiring wiring) {
    ShedLog traffic = new ShedLog(wiring.traffic(), wiring.elapsed());
    Gate gate = new Gate(
        bounds, listen.clients(), wiring.heapBytes(), () -> traffic.shed(Traffic.Shed.CONNECTIONS));
    traffic.ask(gate::heaviest);
    Sockets sockets = new Sockets(gate);
    Vertx vertx = Vertx.builder()
        .with(new VertxOptions().setWorkerPoolSize(WORKERS))
        .withTransport(sockets.transport())
        .build();
    Parts parts = new Parts(site, bounds, listen.clients(), gate, traffic, wiring.elapsed());
    SplittableRandom random = new SplittableRandom(wiring.seed());
    List<Loop> loops = new ArrayList<>();
    Front front = new Front(vertx, sockets, parts, loops);
    try {
      for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
        Loop loop = new Loop(parts, address(listen), random.split());
        await(vertx.deployVerticle(loop, new DeploymentOptions()), START_MILLIS);
        loops.add(loop);
      }
      sockets.beginAccepting();
      return front;
    } catch (CompletionException e) {
      front.closeVertx();
      throw new IllegalStateException(
          "can't listen on " + listen.host() + ":" + listen.port() + ": " + reason(e), e);
    }
  }

  /** All loops listen on the same one, picked by the system if it is 0. */
  private static SocketAddress address(Listen listen) {
    return listen.port() == 0
        ? SocketAddress.sharedRandomPort(1, listen.host())
        : SocketAddress.inetSocketAddress(listen.port(), listen.host());
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
    return loops.get(0).port();
  }

  /** Requests that were begun and not answered, or whose answer has not left. */
  public int inFlight() {
    return parts.gate().inFlight();
  }

  /** Connections that are open. */
  public int connections() {
    return parts.gate().openConnections();
  }

  /** Bytes of bodies that have not arrived as a whole, and of answers that have not left. */
  public long bodyBytes() {
    return parts.gate().bodyBytes();
  }

  /** Bytes of heads that have not arrived as a whole, and what is made of them. */
  public long headBytes() {
    return parts.gate().headBytes();
  }

  /** Whether the end has begun. */
  public boolean isClosing() {
    return parts.gate().isClosing();
  }

  /** Says in every answer from now on that this is the last one on its connection. */
  public void beginClosing() {
    parts.gate().beginClosing();
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
    sockets.closeListening();
    tryAwait(
        Future.join(loops.stream().map(Loop::settle).toList()), parts.bounds().shutdownMillis());
    tryAwait(Future.join(loops.stream().map(Loop::leave).toList()), SPARE_MILLIS);
    closeVertx();
  }

  private void closeVertx() {
    tryAwait(vertx.close(), SPARE_MILLIS);
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
