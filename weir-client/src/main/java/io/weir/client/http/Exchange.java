// SPDX-License-Identifier: Apache-2.0
package io.weir.client.http;

import io.weir.api.common.FailureCause;
import io.weir.client.http.Outcome.Failure;
import io.weir.client.http.Outcome.Kind;
import io.weir.client.time.Timer;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.nio.channels.UnresolvedAddressException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/** One request on its way to its outcome. */
final class Exchange {
  /*
   * The outcome is set once, by whoever comes first: the answer, the last failure, the time-out, or whoever ends it from
   * outside. Then nothing is tried any more, and what is under way is cancelled, which closes its connection.
   *
   * The request is tried again only if it was certainly not sent: the attempt failed to connect, and its body was not even
   * asked for. What failed otherwise before the body was asked for, or before the server's identity was clear, was not counted
   * either, but would fail again. Everything else may have been counted.
   */

  /** The pause before the first repetition. Each further one is twice as long. */
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /**
   * With what a request is made.
   *
   * @param client makes connections
   * @param executor runs what must not run on the timer's thread
   * @param timer for the time-out and the pauses
   */
  record Means(HttpClient client, Executor executor, Timer timer) {}

  private final Route route;
  private final Means means;
  private final String operation;
  private final byte[] body;
  private final long startNanos;
  private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();

  /** The attempt under way. Written by the thread that began it, read by whoever sets the outcome. */
  private volatile @Nullable CompletableFuture<?> attempt;

  Exchange(Route route, Means means, String operation, byte[] body) {
    this.route = route;
    this.means = means;
    this.operation = operation;
    this.body = body;
    this.startNanos = means.timer().nanoTime();
  }

  /** Never fails: a failure is an outcome. */
  CompletableFuture<Outcome> outcome() {
    return outcome;
  }

  /** Begins. The time-out is set first, so that nothing can come before it. */
  void start() {
    Runnable takeBack = means
        .timer()
        .after(
            route.timeoutNanos(),
            () -> end(new Failure(
                Kind.TIMEOUT,
                "timed out after " + TimeUnit.NANOSECONDS.toMillis(route.timeoutNanos()) + " ms",
                null)));
    CompletableFuture<?> unused = outcome.whenComplete((ended, thrown) -> takeBack.run());
    send(0);
  }

  /** Sets the outcome, if there is none. */
  void end(Outcome ended) {
    if (outcome.complete(ended)) {
      cancel(attempt);
    }
  }

  private void cancel(@Nullable CompletableFuture<?> sent) {
    if (sent != null && !sent.isDone()) {
      means.executor().execute(() -> sent.cancel(true));
    }
  }

  private void send(int failed) {
    if (outcome.isDone()) {
      return;
    }
    OneShotBody once = new OneShotBody(body);
    HttpRequest request = HttpRequest.newBuilder(route.to(operation))
        .header("Authorization", "Bearer " + route.rootKey())
        .header("Content-Type", "application/json")
        .header("Accept", "application/json")
        .header("User-Agent", "weir-client")
        .POST(once)
        .build();
    // The reply ends the exchange from within, without the JDK's future; it must not be cancelled
    // then.
    CompletableFuture<HttpResponse<Outcome.Reply>> sent =
        means.client().sendAsync(request, reading(outcome, route));
    attempt = sent;
    CompletableFuture<?> unused = sent.whenComplete((response, thrown) -> {
      if (thrown != null) {
        failed(thrown, once, failed);
      }
    });
    if (outcome.isDone()) {
      // The end came while this attempt was being made, and did not see it.
      cancelUnlessAnswered(sent);
    }
  }

  /**
   * Sets the outcome when the body is there or broken. A connection that is kept for later holds on to this, so it must not
   * hold on to the client in turn: before JDK 21 a client's thread and connections end when nobody holds it.
   */
  private static BodyHandler<Outcome.Reply> reading(
      CompletableFuture<Outcome> outcome, Route route) {
    return head ->
        new BoundedBody(head, outcome::complete, thrown -> outcome.complete(broken(thrown, route)));
  }

  private static Failure broken(Throwable cause, Route route) {
    return new Failure(
        cause instanceof ProtocolException ? Kind.UNINTELLIGIBLE : Kind.BROKEN,
        "the connection to " + route.base() + " closed before the response was complete: "
            + route.withoutKey(cause.toString()),
        cause);
  }

  private void cancelUnlessAnswered(CompletableFuture<?> sent) {
    if (!(outcome.getNow(null) instanceof Outcome.Reply)) {
      cancel(sent);
    }
  }

  private void failed(Throwable thrown, OneShotBody once, int before) {
    Throwable cause = FailureCause.of(thrown);
    if (once.isGiven() && !(cause instanceof SSLHandshakeException)) {
      end(broken(cause, route));
      return;
    }
    if (!isOfConnecting(cause)) {
      end(new Failure(
          Kind.UNREACHABLE,
          "could not send a request to " + route.base() + ": " + route.withoutKey(cause.toString()),
          cause));
      return;
    }
    long pause = PAUSE_NANOS << before;
    long left = route.timeoutNanos() - (means.timer().nanoTime() - startNanos);
    if (before >= route.retries() || pause >= left) {
      end(new Failure(
          Kind.UNREACHABLE,
          "could not connect to " + route.base() + " (attempts: " + (before + 1) + "): "
              + why(cause),
          cause));
      return;
    }
    Runnable takeBack =
        means.timer().after(pause, () -> means.executor().execute(() -> send(before + 1)));
    CompletableFuture<?> unused = outcome.whenComplete((ended, none) -> takeBack.run());
  }

  /** In words, where the JDK's exceptions have none. */
  private static String why(Throwable cause) {
    if (cause instanceof UnresolvedAddressException
        || cause.getCause() instanceof UnresolvedAddressException) {
      return "unknown host";
    }
    if (cause.getMessage() == null && cause instanceof ConnectException) {
      return "connection refused; is the server running?";
    }
    return cause.toString();
  }

  private static boolean isOfConnecting(Throwable thrown) {
    return thrown instanceof ConnectException
        || thrown instanceof HttpConnectTimeoutException
        || thrown instanceof UnresolvedAddressException;
  }
}
