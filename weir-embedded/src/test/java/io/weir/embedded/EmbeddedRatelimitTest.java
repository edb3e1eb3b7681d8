// SPDX-License-Identifier: Apache-2.0
package io.weir.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.Check;
import io.weir.api.Limit;
import io.weir.api.Result;
import io.weir.engine.Engine;
import io.weir.time.ManualClock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The exact times that an embedded limiter reports, and the ownership of its engine. */
class EmbeddedRatelimitTest {
  private static final long MINUTE = 60_000;

  /** The middle of a window. */
  private final ManualClock clock = new ManualClock(1_000 * MINUTE + 30_000);

  private final Engine engine = Engine.builder().clock(clock).elapsed(clock).build();
  private final EmbeddedRatelimit limiter = EmbeddedRatelimit.builder()
      .namespace("api")
      .limit(4, "60s")
      .engine(engine)
      .build();

  @AfterEach
  void close() {
    engine.close();
  }

  @Test
  void retryAfterIsExactToTheMillisecond() {
    limiter.limit("a", 4);

    Result refused = limiter.limit("a", 3);

    // Half a minute until the window ends, then half of the next one and a millisecond, until only
    // 1 of 4 is carried
    // over.
    assertThat(refused.retryAfterMillis()).isEqualTo(30_000 + 30_001);
    assertThat(refused.reset()).isEqualTo(1_001 * MINUTE);
    clock.advanceMillis(refused.retryAfterMillis() - 1);
    assertThat(limiter.limit("a", 3).retryAfterMillis()).isEqualTo(1);
    clock.advanceMillis(1);
    assertThat(limiter.limit("a", 3).success()).isTrue();
  }

  @Test
  void aCostAboveTheLimitNeverFits() {
    assertThat(limiter.limit("a", 5).retryAfterMillis()).isEqualTo(Result.NEVER);
    assertThat(limiter.limit(Check.of("a").limit(0, "60s")).retryAfterMillis())
        .isEqualTo(Result.NEVER);
    assertThat(limiter
            .limitAll(List.of(Check.of("a").cost(3), Check.of("a").cost(2)))
            .results())
        .extracting(Result::retryAfterMillis)
        .containsExactly(0L, Result.NEVER);
  }

  @Test
  void workspacesCountSeparately() {
    EmbeddedRatelimit same = EmbeddedRatelimit.builder()
        .namespace("api")
        .limit(4, "60s")
        .engine(engine)
        .build();
    EmbeddedRatelimit other = EmbeddedRatelimit.builder()
        .namespace("api")
        .limit(4, "60s")
        .workspace("other")
        .engine(engine)
        .build();
    limiter.limit("a", 3);

    assertThat(same.limit("a").remaining()).isZero();
    assertThat(other.limit("a").remaining()).isEqualTo(3);
  }

  @Test
  void closingLeavesTheApplicationsEngineOpen() {
    limiter.close();

    assertThatThrownBy(() -> limiter.limit("a")).isInstanceOf(IllegalStateException.class);
    assertThat(engine
            .limiter("default", "api", io.weir.LimitPolicy.of(1, Duration.ofMinutes(1)))
            .check("a")
            .allowed())
        .isTrue();
  }

  @Test
  void closingClosesTheLimitersOwnEngine() {
    EmbeddedRatelimit owner =
        EmbeddedRatelimit.builder().namespace("api").limit(4, "60s").build();
    assertThat(owner.limit("a").success()).isTrue();

    owner.close();

    assertThatThrownBy(() -> owner.engine().checkAsync(List.of()))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void checksFailOnceTheEngineIsClosed() {
    engine.close();

    assertThatThrownBy(() -> limiter.limit("a")).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> limiter.limitAsync("a")).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aLimiterWithoutStoresIsHealthy() {
    assertThat(limiter.health()).isEqualTo(new Engine.Health(true, true, 0));
  }

  @Test
  void overrideChangesApplyAtOnce() {
    EmbeddedRatelimit view = limiter.in("other", Limit.of(4, "60s"));
    assertThat(view.limit("a", 0).limit()).isEqualTo(4);
    limiter.overrides().set("a", Limit.of(1, "60s"));
    assertThat(view.limit("a", 0).limit()).isEqualTo(4);

    view.overrides().set("a", Limit.of(2, "60s"));
    assertThat(view.limit("a", 0).limit()).isEqualTo(2);
    assertThat(limiter.in("other", Limit.of(9, "60s")).overrides().delete("a")).isTrue();

    assertThat(view.limit("a", 0).limit()).isEqualTo(4);
    assertThat(limiter.limit("a", 0).limit()).isEqualTo(1);
  }
}
