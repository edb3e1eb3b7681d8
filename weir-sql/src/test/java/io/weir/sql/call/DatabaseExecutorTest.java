// SPDX-License-Identifier: Apache-2.0
package io.weir.sql.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.testkit.servers.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DatabaseExecutorTest {
  private static final String OWNER = "ws_one";

  private static final DatabaseExecutor.Owner DIRECTORY =
      new DatabaseExecutor.Owner("directory", Unavailable.class, Unavailable::new);

  private static final class Unavailable extends RuntimeException {
    private static final long serialVersionUID = 1;

    private Unavailable(String reason) {
      super(reason);
    }
  }

  private static DatabaseExecutor fair() {
    return DatabaseExecutor.fair(
        DIRECTORY, new DatabaseExecutor.Limits(2, 256, 8_192, Duration.ofSeconds(2)));
  }

  private final CountDownLatch free = new CountDownLatch(1);

  /** The number of threads that wait until they are released. */
  private final AtomicInteger occupied = new AtomicInteger();

  private int waitUntilFree() {
    occupied.incrementAndGet();
    try {
      free.await();
      return 1;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Occupies both threads, so that from here on only the queue accepts calls. */
  private List<CompletableFuture<Integer>> occupyBothThreads(DatabaseExecutor calls) {
    List<CompletableFuture<Integer>> running =
        List.of(calls.call("busy", this::waitUntilFree), calls.call("busy", this::waitUntilFree));
    Eventually.until("a thread is free", () -> occupied.get() == 2);
    return running;
  }

  @Test
  void aFullQueueRefusesCallers() {
    try (DatabaseExecutor calls = fair()) {
      List<CompletableFuture<Integer>> answers = new ArrayList<>(occupyBothThreads(calls));
      IntStream.range(0, 2_000).forEach(i -> answers.add(calls.call(OWNER, this::waitUntilFree)));
      Map<Boolean, List<CompletableFuture<Integer>>> byRefusal =
          answers.stream().collect(Collectors.partitioningBy(CompletableFuture::isDone));

      assertThat(byRefusal.get(true))
          .hasSize(2_000 - 256)
          .allSatisfy(refused -> assertThat(Eventually.failure(refused))
              .isInstanceOf(Unavailable.class)
              .hasMessageContaining("too many calls"));

      free.countDown();
      assertThat(byRefusal.get(false)).extracting(Eventually::await).containsOnly(1);
    }
  }

  @Test
  void ownersTakeTurnsDuringAFlood() {
    Queue<String> order = new ConcurrentLinkedQueue<>();
    try (DatabaseExecutor calls = fair()) {
      List<CompletableFuture<?>> answers = new ArrayList<>(occupyBothThreads(calls));
      for (int i = 0; i < 300; i++) {
        answers.add(calls.call("flood", () -> order.add("flood")));
      }
      answers.add(calls.call("honest", () -> order.add("honest")));
      answers.add(calls.call("honest", () -> order.add("honest")));

      free.countDown();
      answers.subList(302, 304).forEach(Eventually::await);
      answers.subList(2, 258).forEach(Eventually::await);

      // Two threads take calls in turn, so two neighbouring calls may be swapped.
      assertThat(order.stream().limit(6).filter("honest"::equals)).hasSize(2);
      assertThat(answers.subList(258, 302)).allMatch(CompletableFuture::isCompletedExceptionally);
    }
  }

  @Test
  void aCallerDoesNotWaitForAHangingDatabase() {
    AtomicInteger done = new AtomicInteger();
    try (DatabaseExecutor calls = fair()) {
      List<CompletableFuture<Integer>> running =
          List.of(calls.call(OWNER, this::waitUntilFree), calls.call(OWNER, this::waitUntilFree));
      CompletableFuture<Integer> waiting = calls.call(OWNER, done::incrementAndGet);

      assertThat(running)
          .extracting(Eventually::failure)
          .allSatisfy(failure -> assertThat(failure)
              .isInstanceOf(Unavailable.class)
              .hasMessageContaining("did not respond within 2000 ms"));
      assertThat(Eventually.failure(waiting)).isInstanceOf(Unavailable.class);

      free.countDown();
      assertThat(Eventually.await(calls.call(OWNER, () -> 7))).isEqualTo(7);
      assertThat(done).hasValue(0);
    }
  }

  @Test
  void closingFailsWaitingCalls() {
    DatabaseExecutor calls = fair();
    CompletableFuture<Integer> running = calls.call(OWNER, this::waitUntilFree);

    calls.close();

    assertThat(Eventually.failure(running)).hasMessage("the directory is closed");
    assertThat(Eventually.failure(calls.call(OWNER, () -> 1)))
        .hasMessage("the directory is closed");
    free.countDown();
  }

  @Test
  void closingInterruptsNobody() {
    DatabaseExecutor calls = fair();
    CompletableFuture<Integer> end = new CompletableFuture<>();
    CompletableFuture<Boolean> running = calls.call(OWNER, () -> end.complete(waitUntilFree()));
    Eventually.until("the call is under way", () -> occupied.get() == 1);

    calls.close();

    assertThat(Eventually.failure(running)).hasMessage("the directory is closed");
    assertThat(end).isNotDone();
    free.countDown();
    assertThat(Eventually.await(end)).isEqualTo(1);
  }

  @Test
  void unexpectedExceptionTextsAreHidden() {
    try (DatabaseExecutor calls = fair()) {
      assertThat(Eventually.failure(calls.call(OWNER, () -> {
            throw new IllegalStateException("password=secret");
          })))
          .isInstanceOf(Unavailable.class)
          .hasMessageNotContaining("secret")
          .hasMessageContaining("IllegalStateException");
    }
  }

  @Test
  void oneThreadRunsCallsInOrder() {
    Queue<Integer> order = new ConcurrentLinkedQueue<>();
    try (DatabaseExecutor calls = DatabaseExecutor.singleThread(DIRECTORY, "write", 2)) {
      CompletableFuture<Integer> running = calls.call(this::waitUntilFree);
      Eventually.until("the thread is busy", () -> occupied.get() == 1);
      List<CompletableFuture<Boolean>> answers =
          IntStream.range(0, 3).mapToObj(i -> calls.call(() -> order.add(i))).toList();

      assertThat(Eventually.failure(answers.get(2)))
          .isInstanceOf(Unavailable.class)
          .hasMessage("the directory's database has not responded to earlier calls");

      free.countDown();
      assertThat(Eventually.await(running)).isEqualTo(1);
      answers.subList(0, 2).forEach(Eventually::await);
      assertThat(order).containsExactly(0, 1);
    }
  }
}
