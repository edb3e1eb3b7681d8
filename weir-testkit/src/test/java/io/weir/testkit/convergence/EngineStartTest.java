// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.weir.Decision;
import io.weir.LimitPolicy;
import io.weir.engine.Engine;
import io.weir.origin.InMemoryOrigin;
import io.weir.origin.Origin;
import io.weir.origin.OriginUnavailable;
import io.weir.time.EpochClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests of a starting process, which waits briefly for its region so that its first checks are not decided by local
 * counts only.
 */
@Timeout(60)
class EngineStartTest {
  private static final LimitPolicy LIMIT = LimitPolicy.of(10, Duration.ofMinutes(10));

  private final SlowOrigin origin = new SlowOrigin();

  /** An origin that answers the first heartbeat when the test releases it. */
  private static final class SlowOrigin implements Origin {
    private final InMemoryOrigin store = new InMemoryOrigin(EpochClock.system());
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CompletableFuture<OriginStatus> first = new CompletableFuture<>();

    @Override
    public CompletionStage<List<Long>> read(List<Query> queries) {
      return store.read(queries);
    }

    @Override
    public CompletionStage<List<Receipt>> publish(List<Publication> publications) {
      return store.publish(publications);
    }

    @Override
    public CompletionStage<OriginStatus> heartbeat(OriginHeartbeat originHeartbeat) {
      asked.countDown();
      return first.isDone() ? store.heartbeat(originHeartbeat) : first;
    }

    @Override
    public void close() {}
  }

  @Test
  void theStartWaitsForTheFirstHeartbeat() throws Exception {
    try (Engine engine = Engine.builder().origin(origin).build()) {
      CompletableFuture<Void> started = CompletableFuture.runAsync(engine::start);
      origin.asked.await();
      assertThat(started).isNotDone();

      origin.first.complete(new Origin.OriginStatus(3, 3, "one", "one", 0, 0));

      started.get(30, TimeUnit.SECONDS);
    }
  }

  @Test
  void theStartDoesNotWaitForAnUnavailableOrigin() {
    origin.first.completeExceptionally(new OriginUnavailable("unavailable"));
    try (Engine engine = Engine.builder().origin(origin).build()) {
      assertThatCode(engine::start).doesNotThrowAnyException();

      assertThat(engine.limiter("w", "n", LIMIT).check("a").allowed()).isTrue();
    }
  }

  @Test
  void theWaitOfTheStartIsBounded() {
    try (Engine engine = Engine.builder().origin(origin).closeMillis(0).build()) {
      engine.start();

      Decision decision = engine.limiter("w", "n", LIMIT).check("a");

      assertThat(decision.allowed()).isTrue();
    }
  }
}
