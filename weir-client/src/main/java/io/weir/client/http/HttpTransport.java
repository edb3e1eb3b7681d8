// SPDX-License-Identifier: Apache-2.0
package io.weir.client.http;

import io.weir.client.http.HttpOutcome.Failure;
import io.weir.client.http.HttpOutcome.FailureKind;
import io.weir.client.time.SystemTimer;
import io.weir.client.time.Timer;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An HTTP transport to one server. Every request completes with an {@link HttpOutcome}. */
public final class HttpTransport implements AutoCloseable {
  /*
   * Invariants:
   *   - Every request has an outcome by its time-out at the latest, whatever the server does.
   *   - Application code that processes an outcome runs on the application's threads or on the callback threads,
   *     never on those of the timer or the HTTP client, where it could delay the outcomes of other requests.
   *   - An outcome is passed to the callback threads before its request stops counting as active, and these threads
   *     shut down only when no request is active. So every future that was returned completes.
   */

  /** How much later than the time-out an outcome may be set on an overloaded machine. */
  private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** Each round takes a millisecond, and the first one is nearly always enough. */
  private static final int CLOSE_ROUNDS = 1_000;

  private final ServerAddress address;
  private final Timer timer;
  private final ActiveCalls activeCalls = new ActiveCalls();
  private final Set<PendingRequest> inFlight = ConcurrentHashMap.newKeySet();
  private final ThreadPoolExecutor httpThreads = ClientThreadPools.forHttp();
  private final ThreadPoolExecutor callbackThreads = ClientThreadPools.forCallbacks();

  /** Null once closed: before JDK 21, the client's thread ends only when the client is garbage-collected. */
  private volatile @Nullable HttpClient client;

  private HttpTransport(ServerAddress address, Timer timer) {
    this.address = address;
    this.timer = timer;
    this.client = HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .followRedirects(HttpClient.Redirect.NEVER)
        // Longer than our own time-out, which must fire first; this one only cleans up.
        .connectTimeout(Duration.ofNanos(address.timeoutNanos() + GRACE_NANOS))
        .executor(httpThreads)
        .build();
  }

  /** Creates a transport to this address that uses the system's time. */
  public static HttpTransport create(ServerAddress address) {
    return create(address, new SystemTimer());
  }

  /** Creates a transport to this address. It closes the timer when it is closed. */
  public static HttpTransport create(ServerAddress address, Timer timer) {
    return new HttpTransport(address, timer);
  }

  /** Sends a request and waits for its outcome. Sends nothing if the thread is already interrupted. */
  public HttpOutcome send(String operation, byte[] body) {
    requireOpen();
    if (Thread.currentThread().isInterrupted()) {
      return new Failure(FailureKind.UNREACHABLE, "interrupted before the request was sent", null);
    }
    PendingRequest pendingRequest = begin(operation, body, httpOutcome -> {});
    try {
      return pendingRequest.outcome().get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      pendingRequest.complete(
          new Failure(FailureKind.BROKEN, "interrupted while waiting for the response", e));
      return pendingRequest.outcome().join();
    } catch (ExecutionException e) {
      throw new IllegalStateException("unexpected failure of an HTTP exchange", e);
    }
  }

  /**
   * Sends a request asynchronously. Cancelling the future cancels the request.
   *
   * @param toResult converts the outcome to the result, on a callback thread
   */
  public <T> CompletableFuture<T> sendAsync(
      String operation, byte[] body, Function<HttpOutcome, ? extends T> toResult) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    PendingRequest pendingRequest =
        begin(operation, body, httpOutcome -> deliver(answer, toResult, httpOutcome));
    CompletableFuture<?> unused = answer.whenComplete((read, thrown) -> {
      if (answer.isCancelled()) {
        pendingRequest.complete(new Failure(FailureKind.BROKEN, "cancelled", thrown));
      }
    });
    return answer;
  }

  /**
   * Completes the future on a callback thread. If no thread can be started, the future fails; otherwise it would
   * never complete.
   */
  private <T> void deliver(
      CompletableFuture<T> answer,
      Function<HttpOutcome, ? extends T> toResult,
      HttpOutcome httpOutcome) {
    try {
      callbackThreads.execute(() -> complete(answer, toResult, httpOutcome));
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      answer.completeExceptionally(e);
    }
  }

  private static <T> void complete(
      CompletableFuture<T> answer,
      Function<HttpOutcome, ? extends T> toResult,
      HttpOutcome httpOutcome) {
    if (answer.isDone()) {
      return;
    }
    try {
      answer.complete(toResult.apply(httpOutcome));
    } catch (RuntimeException | Error e) {
      answer.completeExceptionally(e);
    }
  }

  /** Starts a request whose outcome is passed to {@code reader} first, on the thread that sets it. */
  private PendingRequest begin(String operation, byte[] body, Consumer<HttpOutcome> reader) {
    HttpClient open = client;
    if (open == null || !activeCalls.tryBegin()) {
      throw closedException();
    }
    PendingRequest pendingRequest = new PendingRequest(
        address, new PendingRequest.ClientResources(open, httpThreads, timer), operation, body);
    inFlight.add(pendingRequest);
    CompletableFuture<?> unused = pendingRequest.outcome().whenComplete((httpOutcome, thrown) -> {
      try {
        reader.accept(httpOutcome);
      } finally {
        inFlight.remove(pendingRequest);
        activeCalls.end();
      }
    });
    pendingRequest.start();
    return pendingRequest;
  }

  /** Throws if the transport is closed. */
  public void requireOpen() {
    if (activeCalls.isClosed()) {
      throw closedException();
    }
  }

  private static IllegalStateException closedException() {
    return new IllegalStateException("the limiter is closed");
  }

  /** Returns the text without the root key. */
  public String redactKey(String text) {
    return address.redactKey(text);
  }

  /**
   * Stops accepting requests, waits until the pending ones have outcomes, and ends all threads. An interrupt ends the
   * wait early: pending requests then fail immediately.
   */
  @Override
  public void close() {
    if (!activeCalls.tryClose()) {
      return;
    }
    boolean interrupted = false;
    try {
      boolean unusedAllLeft = activeCalls.awaitEmpty(address.timeoutNanos() + GRACE_NANOS);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    interrupted |= failRemaining();
    timer.close();
    callbackThreads.shutdown();
    closeClient();
    httpThreads.shutdown();
    try {
      boolean unusedEnded = httpThreads.awaitTermination(GRACE_NANOS, TimeUnit.NANOSECONDS);
      // A callback thread that closes the transport would wait for itself.
      boolean unusedAnswered = ClientThreadPools.isCurrentThreadIn(callbackThreads)
          || callbackThreads.awaitTermination(GRACE_NANOS, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Fails the requests that have no outcome yet, and returns whether the thread was interrupted. Several rounds are
   * needed because further requests may just be starting.
   */
  private boolean failRemaining() {
    boolean interrupted = false;
    for (int round = 0; round < CLOSE_ROUNDS; round++) {
      for (PendingRequest pendingRequest : inFlight) {
        pendingRequest.complete(new Failure(
            FailureKind.BROKEN, "the limiter was closed before the response arrived", null));
      }
      try {
        if (activeCalls.awaitEmpty(TimeUnit.MILLISECONDS.toNanos(1))) {
          break;
        }
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    return interrupted;
  }

  /** Shuts the JDK's client down. This works from JDK 21 on; older clients end when they are garbage-collected. */
  private void closeClient() {
    HttpClient ending = client;
    client = null;
    try {
      HttpClient.class.getMethod("shutdownNow").invoke(ending);
    } catch (NoSuchMethodException e) {
      // Before JDK 21 there is no such method.
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("could not shut down the JDK HTTP client", e);
    }
  }
}
