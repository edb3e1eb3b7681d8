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

/** Carries requests to a server, each to its outcome, until it is closed. */
public final class HttpTransport implements AutoCloseable {
  /*
   * What must stay true:
   *   - every request has its outcome at the latest at the time-out, whatever the server does;
   *   - what the application does with an outcome runs on its own threads or on those for answers, never on the timer's
   *     or the HTTP client's, where it could hold up other requests' outcomes;
   *   - an outcome is handed to the threads for answers before its request leaves the gate, and they are told to end only
   *     when the gate is empty: so every future that was given out completes.
   */

  /** How much later than a time-out its outcome may be set by a machine that is out of breath. */
  private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** Each takes a millisecond, and the first one is nearly always enough. */
  private static final int CLOSE_ROUNDS = 1_000;

  private final ServerAddress address;
  private final Timer timer;
  private final ActiveCalls activeCalls = new ActiveCalls();
  private final Set<PendingRequest> inFlight = ConcurrentHashMap.newKeySet();
  private final ThreadPoolExecutor httpThreads = ClientThreadPools.forHttp();
  private final ThreadPoolExecutor callbackThreads = ClientThreadPools.forCallbacks();

  /** Null once closed: the JDK ends a client's thread, at the latest, when nobody holds the client. */
  private volatile @Nullable HttpClient client;

  private HttpTransport(ServerAddress address, Timer timer) {
    this.address = address;
    this.timer = timer;
    this.client = HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .followRedirects(HttpClient.Redirect.NEVER)
        // Later than our own, which is to be the first: this one only cleans up.
        .connectTimeout(Duration.ofNanos(address.timeoutNanos() + GRACE_NANOS))
        .executor(httpThreads)
        .build();
  }

  /** A courier on this route, by the machine's time. */
  public static HttpTransport create(ServerAddress address) {
    return create(address, new SystemTimer());
  }

  /** A courier on this route, who closes the timer when he is closed. */
  public static HttpTransport create(ServerAddress address, Timer timer) {
    return new HttpTransport(address, timer);
  }

  /** Sends a request and waits for its outcome. A thread that is interrupted already sends nothing. */
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
   * Sends a request and does not wait. Whoever cancels the future ends the request.
   *
   * @param reading makes an answer of the outcome, on a thread for answers
   */
  public <T> CompletableFuture<T> sendAsync(
      String operation, byte[] body, Function<HttpOutcome, ? extends T> reading) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    PendingRequest pendingRequest =
        begin(operation, body, httpOutcome -> deliver(answer, reading, httpOutcome));
    CompletableFuture<?> unused = answer.whenComplete((read, thrown) -> {
      if (answer.isCancelled()) {
        pendingRequest.complete(new Failure(FailureKind.BROKEN, "cancelled", thrown));
      }
    });
    return answer;
  }

  /** Where no thread can be had, the failure is the answer: a future that never completes would be worse. */
  private <T> void deliver(
      CompletableFuture<T> answer,
      Function<HttpOutcome, ? extends T> reading,
      HttpOutcome httpOutcome) {
    try {
      callbackThreads.execute(() -> complete(answer, reading, httpOutcome));
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      answer.completeExceptionally(e);
    }
  }

  private static <T> void complete(
      CompletableFuture<T> answer,
      Function<HttpOutcome, ? extends T> reading,
      HttpOutcome httpOutcome) {
    if (answer.isDone()) {
      return;
    }
    try {
      answer.complete(reading.apply(httpOutcome));
    } catch (RuntimeException | Error e) {
      answer.completeExceptionally(e);
    }
  }

  /** Begins an exchange whose outcome goes to this reader first, on whatever thread sets it. */
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

  /** Throws if this is closed. */
  public void requireOpen() {
    if (activeCalls.isClosed()) {
      throw closedException();
    }
  }

  private static IllegalStateException closedException() {
    return new IllegalStateException("the limiter is closed");
  }

  /** The same text without the key. */
  public String redactKey(String text) {
    return address.redactKey(text);
  }

  /**
   * Takes no more requests, waits until those under way have their outcomes, and ends all threads. An interrupt cuts the
   * wait short: what is under way then fails at once.
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
      // Whoever closes this while answering would wait for itself.
      boolean unusedAnswered = ClientThreadPools.isCurrentThreadIn(callbackThreads)
          || callbackThreads.awaitTermination(GRACE_NANOS, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Fails what has no outcome yet, if anything, and gives whether it was interrupted. Others may be about to begin. */
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

  /** From JDK 21 on, clients can be ended. Older ones end by themselves when nobody holds them. */
  private void closeClient() {
    HttpClient ending = client;
    client = null;
    try {
      HttpClient.class.getMethod("shutdownNow").invoke(ending);
    } catch (NoSuchMethodException e) {
      // An older JDK.
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("could not shut down the JDK HTTP client", e);
    }
  }
}
