// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.directory.Registry.Unavailable;
import io.weir.testkit.servers.Eventually;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CallsTest {
  private final CountDownLatch free = new CountDownLatch(1);

  private int waitUntilFree() {
    try {
      free.await();
      return 1;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  @DisplayName(
      "while the database hangs, callers beyond a bound are told at once, and the others get their answers later")
  void aFullQueueRefuses() {
    try (Calls calls = new Calls()) {
      List<CompletableFuture<Integer>> answers = new ArrayList<>();
      IntStream.range(0, 2_000).forEach(i -> answers.add(calls.call(this::waitUntilFree)));
      Map<Boolean, List<CompletableFuture<Integer>>> byRefusal =
          answers.stream().collect(Collectors.partitioningBy(CompletableFuture::isDone));

      assertThat(byRefusal.get(true))
          .hasSize(2_000 - 512 - 2)
          .allSatisfy(refused -> assertThat(Eventually.failure(refused))
              .isInstanceOf(Unavailable.class)
              .hasMessageContaining("too many calls"));

      free.countDown();
      assertThat(byRefusal.get(false)).extracting(Eventually::answer).containsOnly(1);
    }
  }

  @Test
  @DisplayName(
      "a caller does not wait for as long as the database hangs, and what had not begun is not done later")
  void aHangingDatabaseIsGivenUp() {
    AtomicInteger done = new AtomicInteger();
    try (Calls calls = new Calls()) {
      List<CompletableFuture<Integer>> running =
          List.of(calls.call(this::waitUntilFree), calls.call(this::waitUntilFree));
      CompletableFuture<Integer> waiting = calls.call(done::incrementAndGet);

      assertThat(running)
          .extracting(Eventually::failure)
          .allSatisfy(failure -> assertThat(failure)
              .isInstanceOf(Unavailable.class)
              .hasMessageContaining("has not answered for 2000 ms"));
      assertThat(Eventually.failure(waiting)).isInstanceOf(Unavailable.class);

      free.countDown();
      assertThat(Eventually.answer(calls.call(() -> 7))).isEqualTo(7);
      assertThat(done).hasValue(0);
    }
  }

  @Test
  @DisplayName("closing fails those who wait, without waiting for the database")
  void closingFailsThoseWhoWait() {
    Calls calls = new Calls();
    CompletableFuture<Integer> running = calls.call(this::waitUntilFree);

    calls.close();

    assertThat(Eventually.failure(running)).hasMessage("the directory is closed");
    assertThat(Eventually.failure(calls.call(() -> 1))).hasMessage("the directory is closed");
    free.countDown();
  }

  @Test
  @DisplayName("the text of an unexpected exception is not passed on")
  void unexpectedTextsAreHidden() {
    try (Calls calls = new Calls()) {
      assertThat(Eventually.failure(calls.call(() -> {
            throw new IllegalStateException("password=secret");
          })))
          .isInstanceOf(Unavailable.class)
          .hasMessageNotContaining("secret")
          .hasMessageContaining("IllegalStateException");
    }
  }
}
