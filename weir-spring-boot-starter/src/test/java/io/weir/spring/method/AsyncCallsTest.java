// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.method;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Ratelimit;
import io.weir.api.RatelimitException;
import io.weir.api.Result;
import io.weir.spring.RateLimited;
import io.weir.spring.RateLimitedException;
import io.weir.spring.autoconfigure.WeirAutoConfiguration;
import io.weir.spring.rig.PendingRatelimit;
import io.weir.testkit.servers.Eventually;
import java.io.FileNotFoundException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

class AsyncCallsTest {
  private final PendingRatelimit limiter = new PendingRatelimit();

  private final ApplicationContextRunner runner = new ApplicationContextRunner()
      .withConfiguration(AutoConfigurations.of(WeirAutoConfiguration.class))
      .withBean(Ratelimit.class, () -> limiter)
      .withBean(Work.class);

  /** A bean that counts how often its methods are executed. */
  static class Work {
    private final AtomicInteger begun = new AtomicInteger();

    @RateLimited(limit = 1, duration = "60s")
    public CompletableFuture<String> future() {
      begun.incrementAndGet();
      return CompletableFuture.completedFuture("done");
    }

    @RateLimited(limit = 1, duration = "60s", fallbackMethod = "other")
    public CompletionStage<String> stage() {
      throw new IllegalStateException("never");
    }

    CompletionStage<String> other() {
      return CompletableFuture.completedStage("other");
    }

    @RateLimited(limit = 1, duration = "60s")
    public CompletableFuture<String> failed() {
      return CompletableFuture.failedFuture(new FileNotFoundException("letter"));
    }

    @RateLimited(limit = 1, duration = "60s")
    public Mono<String> mono() {
      begun.incrementAndGet();
      return Mono.just("done");
    }

    @RateLimited(limit = 1, duration = "60s")
    public Flux<String> flux() {
      throw new IllegalStateException("broken");
    }

    public int begun() {
      return begun.get();
    }
  }

  @Test
  void aFutureStartsAfterTheCheckWithoutBlocking() {
    runner.run(context -> {
      Work work = context.getBean(Work.class);
      CompletableFuture<String> future = work.future();
      assertThat(future).isNotDone();
      assertThat(work.begun()).isZero();

      limiter.answer(Result.allow());

      assertThat(Eventually.await(future)).isEqualTo("done");
      assertThat(work.begun()).isEqualTo(1);
    });
  }

  @Test
  void aRefusedFutureFailsUnlessAFallbackAnswers() {
    limiter.answer(Result.refuse());
    runner.run(context -> {
      Work work = context.getBean(Work.class);
      assertThat(Eventually.failure(work.future())).isInstanceOf(RateLimitedException.class);
      assertThat(work.begun()).isZero();
      assertThat(Eventually.await(work.stage())).isEqualTo("other");
    });
  }

  @Test
  void aFailedFutureKeepsItsException() {
    limiter.answer(Result.allow());
    runner.run(context -> {
      List<Throwable> seen = new ArrayList<>();
      CompletableFuture<String> failed = context.getBean(Work.class).failed();
      CompletableFuture<String> unused = failed.whenComplete((value, failure) -> seen.add(failure));
      assertThat(seen).singleElement().isInstanceOf(FileNotFoundException.class);
    });
  }

  @Test
  void aFailingLimiterFailsTheFuture() {
    limiter.fail(new RatelimitException(RatelimitException.Kind.REJECTED, "no", null));
    runner.run(context -> {
      List<Throwable> seen = new ArrayList<>();
      CompletableFuture<String> unused =
          context.getBean(Work.class).future().whenComplete((value, failure) -> seen.add(failure));
      assertThat(seen).singleElement().isInstanceOf(RatelimitException.class);
    });
  }

  @Test
  void eachSubscriptionOfAMonoIsOneCheck() {
    runner.run(context -> {
      Work work = context.getBean(Work.class);
      Mono<String> mono = work.mono();
      CompletableFuture<String> first = mono.toFuture().thenApply(Objects::requireNonNull);
      assertThat(first).isNotDone();

      limiter.answer(Result.allow());

      assertThat(Eventually.await(first)).isEqualTo("done");
      CompletableFuture<String> second = mono.toFuture().thenApply(Objects::requireNonNull);
      assertThat(Eventually.await(second)).isEqualTo("done");
      assertThat(work.begun()).isEqualTo(2);
      assertThat(Eventually.failure(work.flux().collectList().toFuture()))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("broken");
    });
  }
}
