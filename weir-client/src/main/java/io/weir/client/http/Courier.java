// SPDX-License-Identifier: Apache-2.0
package io.weir.client.http;

import io.weir.client.http.Outcome.Failure;
import io.weir.client.http.Outcome.Kind;
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
public final class Courier implements AutoCloseable {
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
  private static final int LAST_ROUNDS = 1_000;

  private final Route route;
  private final Timer timer;
  private final Gate gate = new Gate();
  private final Set<Exchange> underWay = ConcurrentHashMap.newKeySet();
  private final ThreadPoolExecutor http = Threads.forHttp();
  private final ThreadPoolExecutor answers = Threads.forAnswers();

  /** Null once closed: the JDK ends a client's thread, at the latest, when nobody holds the client. */
  private volatile @Nullable HttpClient client;

  private Courier(Route route, Timer timer) {
    this.route = route;
    this.timer = timer;
    this.client = HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .followRedirects(HttpClient.Redirect.NEVER)
        // Later than our own, which is to be the first: this one only cleans up.
        .connectTimeout(Duration.ofNanos(route.timeoutNanos() + GRACE_NANOS))
        .executor(http)
        .build();
  }

  /** A courier on this route, by the machine's time. */
  public static Courier create(Route route) {
    return create(route, new SystemTimer());
  }

  /** A courier on this route, who closes the timer when he is closed. */
  public static Courier create(Route route, Timer timer) {
    return new Courier(route, timer);
  }

  /** Sends a request and waits for its outcome. A thread that is interrupted already sends nothing. */
  public Outcome ask(String operation, byte[] body) {
    requireOpen();
    if (Thread.currentThread().isInterrupted()) {
      return new Failure(Kind.UNREACHABLE, "interrupted before the request was sent", null);
    }
    Exchange exchange = begin(operation, body, outcome -> {});
    try {
      return exchange.outcome().get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      exchange.end(new Failure(Kind.BROKEN, "interrupted while waiting for the response", e));
      return exchange.outcome().join();
    } catch (ExecutionException e) {
      throw new IllegalStateException("unexpected failure of an HTTP exchange", e);
    }
  }

  /**
   * Sends a request and does not wait. Whoever cancels the future ends the request.
   *
   * @param reading makes an answer of the outcome, on a thread for answers
   */
  public <T> CompletableFuture<T> send(
      String operation, byte[] body, Function<Outcome, ? extends T> reading) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    Exchange exchange = begin(operation, body, outcome -> hand(answer, reading, outcome));
    CompletableFuture<?> unused = answer.whenComplete((read, thrown) -> {
      if (answer.isCancelled()) {
        exchange.end(new Failure(Kind.BROKEN, "cancelled", thrown));
      }
    });
    return answer;
  }

  /** Where no thread can be had, the failure is the answer: a future that never completes would be worse. */
  private <T> void hand(
      CompletableFuture<T> answer, Function<Outcome, ? extends T> reading, Outcome outcome) {
    try {
      answers.execute(() -> complete(answer, reading, outcome));
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      answer.completeExceptionally(e);
    }
  }

  private static <T> void complete(
      CompletableFuture<T> answer, Function<Outcome, ? extends T> reading, Outcome outcome) {
    if (answer.isDone()) {
      return;
    }
    try {
      answer.complete(reading.apply(outcome));
    } catch (RuntimeException | Error e) {
      answer.completeExceptionally(e);
    }
  }

  /** Begins an exchange whose outcome goes to this reader first, on whatever thread sets it. */
  private Exchange begin(String operation, byte[] body, Consumer<Outcome> reader) {
    HttpClient open = client;
    if (open == null || !gate.tryEnter()) {
      throw closed();
    }
    Exchange exchange = new Exchange(route, new Exchange.Means(open, http, timer), operation, body);
    underWay.add(exchange);
    CompletableFuture<?> unused = exchange.outcome().whenComplete((outcome, thrown) -> {
      try {
        reader.accept(outcome);
      } finally {
        underWay.remove(exchange);
        gate.leave();
      }
    });
    exchange.start();
    return exchange;
  }

  /** Throws if this is closed. */
  public void requireOpen() {
    if (gate.isShut()) {
      throw closed();
    }
  }

  private static IllegalStateException closed() {
    return new IllegalStateException("the limiter is closed");
  }

  /** The same text without the key. */
  public String withoutKey(String text) {
    return route.withoutKey(text);
  }

  /**
   * Takes no more requests, waits until those under way have their outcomes, and ends all threads. An interrupt cuts the
   * wait short: what is under way then fails at once.
   */
  @Override
  public void close() {
    if (!gate.tryShut()) {
      return;
    }
    boolean interrupted = false;
    try {
      boolean unusedAllLeft = gate.awaitEmpty(route.timeoutNanos() + GRACE_NANOS);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    interrupted |= failRest();
    timer.close();
    answers.shutdown();
    endClient();
    http.shutdown();
    try {
      boolean unusedEnded = http.awaitTermination(GRACE_NANOS, TimeUnit.NANOSECONDS);
      // Whoever closes this while answering would wait for itself.
      boolean unusedAnswered =
          Threads.isOf(answers) || answers.awaitTermination(GRACE_NANOS, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Fails what has no outcome yet, if anything, and gives whether it was interrupted. Others may be about to begin. */
  private boolean failRest() {
    boolean interrupted = false;
    for (int round = 0; round < LAST_ROUNDS; round++) {
      for (Exchange exchange : underWay) {
        exchange.end(
            new Failure(Kind.BROKEN, "the limiter was closed before the response arrived", null));
      }
      try {
        if (gate.awaitEmpty(TimeUnit.MILLISECONDS.toNanos(1))) {
          break;
        }
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    return interrupted;
  }

  /** From JDK 21 on, clients can be ended. Older ones end by themselves when nobody holds them. */
  private void endClient() {
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
