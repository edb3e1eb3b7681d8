// SPDX-License-Identifier: Apache-2.0
package io.weir.client.http;

import io.weir.api.common.FailureCause;
import io.weir.client.http.HttpOutcome.Failure;
import io.weir.client.http.HttpOutcome.FailureKind;
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
final class PendingRequest {
  /*
   * The outcome is set once, by whoever comes first: the answer, the last failure, the time-out, or whoever ends it from
   * outside. Then nothing is tried any more, and what is under way is cancelled, which closes its connection.
   *
   * The request is tried again only if it was certainly not sent: the attempt failed to connect, and its body was not even
   * asked for. What failed otherwise before the body was asked for, or before the server's identity was clear, was not counted
   * either, but would fail again. Everything else may have been counted.
   */

  /** The pause before the first repetition. Each further one is twice as long. */
  private static final long INITIAL_BACKOFF_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /**
   * With what a request is made.
   *
   * @param client makes connections
   * @param executor runs what must not run on the timer's thread
   * @param timer for the time-out and the pauses
   */
  record ClientResources(HttpClient client, Executor executor, Timer timer) {}

  private final ServerAddress address;
  private final ClientResources resources;
  private final String operation;
  private final byte[] body;
  private final long startNanos;
  private final CompletableFuture<HttpOutcome> outcome = new CompletableFuture<>();

  /** The attempt under way. Written by the thread that began it, read by whoever sets the outcome. */
  private volatile @Nullable CompletableFuture<?> attempt;

  PendingRequest(ServerAddress address, ClientResources resources, String operation, byte[] body) {
    this.address = address;
    this.resources = resources;
    this.operation = operation;
    this.body = body;
    this.startNanos = resources.timer().nanoTime();
  }

  /** Never fails: a failure is an outcome. */
  CompletableFuture<HttpOutcome> outcome() {
    return outcome;
  }

  /** Begins. The time-out is set first, so that nothing can come before it. */
  void start() {
    Runnable takeBack = resources
        .timer()
        .schedule(
            address.timeoutNanos(),
            () -> complete(new Failure(
                FailureKind.TIMEOUT,
                "timed out after " + TimeUnit.NANOSECONDS.toMillis(address.timeoutNanos()) + " ms",
                null)));
    CompletableFuture<?> unused = outcome.whenComplete((ended, thrown) -> takeBack.run());
    send(0);
  }

  /** Sets the outcome, if there is none. */
  void complete(HttpOutcome ended) {
    if (outcome.complete(ended)) {
      cancel(attempt);
    }
  }

  private void cancel(@Nullable CompletableFuture<?> sent) {
    if (sent != null && !sent.isDone()) {
      resources.executor().execute(() -> sent.cancel(true));
    }
  }

  private void send(int failed) {
    if (outcome.isDone()) {
      return;
    }
    OneShotBody once = new OneShotBody(body);
    HttpRequest request = HttpRequest.newBuilder(address.uriFor(operation))
        .header("Authorization", "Bearer " + address.rootKey())
        .header("Content-Type", "application/json")
        .header("Accept", "application/json")
        .header("User-Agent", "weir-client")
        .POST(once)
        .build();
    // The reply ends the exchange from within, without the JDK's future; it must not be cancelled
    // then.
    CompletableFuture<HttpResponse<HttpOutcome.Reply>> sent =
        resources.client().sendAsync(request, bodyHandler(outcome, address));
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
  private static BodyHandler<HttpOutcome.Reply> bodyHandler(
      CompletableFuture<HttpOutcome> outcome, ServerAddress address) {
    return head -> new BoundedBody(
        head, outcome::complete, thrown -> outcome.complete(brokenFailure(thrown, address)));
  }

  private static Failure brokenFailure(Throwable cause, ServerAddress address) {
    return new Failure(
        cause instanceof ProtocolException ? FailureKind.UNINTELLIGIBLE : FailureKind.BROKEN,
        "the connection to " + address.base() + " closed before the response was complete: "
            + address.redactKey(cause.toString()),
        cause);
  }

  private void cancelUnlessAnswered(CompletableFuture<?> sent) {
    if (!(outcome.getNow(null) instanceof HttpOutcome.Reply)) {
      cancel(sent);
    }
  }

  private void failed(Throwable thrown, OneShotBody once, int before) {
    Throwable cause = FailureCause.of(thrown);
    if (once.isSent() && !(cause instanceof SSLHandshakeException)) {
      complete(brokenFailure(cause, address));
      return;
    }
    if (!isConnectFailure(cause)) {
      complete(new Failure(
          FailureKind.UNREACHABLE,
          "could not send a request to " + address.base() + ": "
              + address.redactKey(cause.toString()),
          cause));
      return;
    }
    long pause = INITIAL_BACKOFF_NANOS << before;
    long left = address.timeoutNanos() - (resources.timer().nanoTime() - startNanos);
    if (before >= address.retries() || pause >= left) {
      complete(new Failure(
          FailureKind.UNREACHABLE,
          "could not connect to " + address.base() + " (attempts: " + (before + 1) + "): "
              + describe(cause),
          cause));
      return;
    }
    Runnable takeBack = resources
        .timer()
        .schedule(pause, () -> resources.executor().execute(() -> send(before + 1)));
    CompletableFuture<?> unused = outcome.whenComplete((ended, none) -> takeBack.run());
  }

  /** In words, where the JDK's exceptions have none. */
  private static String describe(Throwable cause) {
    if (cause instanceof UnresolvedAddressException
        || cause.getCause() instanceof UnresolvedAddressException) {
      return "unknown host";
    }
    if (cause.getMessage() == null && cause instanceof ConnectException) {
      return "connection refused; is the server running?";
    }
    return cause.toString();
  }

  private static boolean isConnectFailure(Throwable thrown) {
    return thrown instanceof ConnectException
        || thrown instanceof HttpConnectTimeoutException
        || thrown instanceof UnresolvedAddressException;
  }
}
