// SPDX-License-Identifier: Apache-2.0
package io.weir.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.Decision;
import io.weir.Observer;
import io.weir.api.Check;
import io.weir.api.Limit;
import io.weir.engine.Engine;
import io.weir.testkit.servers.Eventually;
import io.weir.time.ManualClock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class EmbeddedBuilderTest {
  @Test
  void reportsAllFaultsWithValueAndRange() {
    EmbeddedBuilder builder = EmbeddedRatelimit.builder()
        .namespace("half a \ud83d")
        .limit(5, "1ms")
        .workspace("w".repeat(192))
        .region("r".repeat(49))
        .maxSubjects(0)
        .closeTimeout(Duration.ofMillis(-1))
        .redis("http://user:sesame@host")
        .mysql("no url", "me", "sesame");

    assertThatThrownBy(builder::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(
            "namespace must be valid Unicode",
            "duration must be 1000 to 2592000000 ms",
            "workspace must be 1 to 191 characters, but had 192",
            "region must be 1 to 48 characters, but had 49",
            "maxSubjects must be 1 to 2147483647, but was 0",
            "closeTimeout must be 0 to PT10M, but was PT-0.001S",
            "redis: ",
            "the unsupported scheme 'http'",
            "mysql: ",
            "needs a JDBC URL")
        .hasMessageNotContaining("sesame");
  }

  @Test
  void aFailedBuildClosesOpenedStores() {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    EmbeddedBuilder builder = EmbeddedRatelimit.builder()
        .redis("redis://127.0.0.1:1")
        .mysql("jdbc:mariadb://127.0.0.1:1/left")
        .region("eu");

    assertThatThrownBy(builder::build)
        .hasMessageContainingAll("namespace is required", "limit is required");

    Eventually.until(
        () -> "only what was there before is left of "
            + Thread.getAllStackTraces().keySet(),
        () -> Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().matches("(?i)(lettuce|weir|hikari).*"))
            .allMatch(before::contains));
  }

  @Test
  void exactWindowsApplyToLimitsUpTo64() {
    EmbeddedBuilder large =
        EmbeddedRatelimit.builder().namespace("login").limit(65, "60s").exactWindow();
    assertThatThrownBy(large::build)
        .hasMessageContaining("a limit with an exact window must be 0 to 64, but was 65");

    ManualClock clock = new ManualClock(1_700_000_399_999L); // the last millisecond of a minute
    try (Engine engine = Engine.builder().clock(clock).build();
        EmbeddedRatelimit logins = EmbeddedRatelimit.builder()
            .namespace("login")
            .limit(5, "60s")
            .engine(engine)
            .exactWindow()
            .build()) {
      Check ann = Check.of("ann").cost(5);
      Check partner = Check.of("partner").limit(100, "60s").cost(100);
      assertThat(logins.limit(ann).success()).isTrue();
      assertThat(logins.limit(partner).success()).isTrue();
      clock.advanceMillis(2);

      assertThat(logins.limit("ann").success()).isFalse();
      assertThat(logins.limit("ann").retryAfterMillis()).isEqualTo(59_998);
      assertThat(logins.limit(partner.cost(1)).success()).isTrue();
    }
  }

  @Test
  void aDatabaseNeedsARegionName() {
    EmbeddedBuilder builder = EmbeddedRatelimit.builder()
        .namespace("api")
        .limit(1, "60s")
        .mysql("jdbc:mariadb://127.0.0.1:1/unused");

    assertThatThrownBy(builder::build).hasMessageContaining("region is required with mysql");
  }

  @Test
  void aGivenEngineBringsItsOwnSettings() {
    try (Engine engine = Engine.create()) {
      EmbeddedBuilder builder = EmbeddedRatelimit.builder()
          .namespace("api")
          .limit(1, "60s")
          .engine(engine)
          .redis("redis://127.0.0.1:1")
          .mysql("jdbc:mariadb://127.0.0.1:1/unused")
          .region("eu")
          .maxSubjects(5)
          .closeTimeout(Duration.ZERO)
          .observer(Observer.NONE);

      assertThatThrownBy(builder::build)
          .hasMessageContainingAll("redis can't", "mysql can't", "region can't")
          .hasMessageContainingAll("maxSubjects can't", "closeTimeout can't", "observer can't");
    }
  }

  @Test
  void aLimitCanBeGivenInThreeWays() {
    Limit limit = Limit.of(7, "60s");

    for (EmbeddedBuilder each : new EmbeddedBuilder[] {
      EmbeddedRatelimit.builder().limit(limit),
      EmbeddedRatelimit.builder().limit(7, Duration.ofMinutes(1)),
      EmbeddedRatelimit.builder().limit(7, "1m"),
    }) {
      try (EmbeddedRatelimit limiter = each.namespace("api").build()) {
        assertThat(limiter.limit("a").remaining()).isEqualTo(6);
        assertThat(limiter.limit(Check.of("a").limit(limit)).remaining()).isEqualTo(5);
      }
    }
  }

  @Test
  void theEngineGetsTheObserverAndTheCeiling() {
    AtomicInteger decisions = new AtomicInteger();
    Observer counting = new Observer() {
      @Override
      public void onDecision(Decision decision) {
        decisions.incrementAndGet();
      }
    };

    try (EmbeddedRatelimit limiter = EmbeddedRatelimit.builder()
        .namespace("api")
        .limit(1, "60s")
        .observer(counting)
        .maxSubjects(10)
        .build()) {
      for (int i = 0; i < 50; i++) {
        limiter.limit("user_" + i);
      }

      assertThat(decisions).hasValue(50);
      assertThat(limiter.engine().subjects()).isLessThanOrEqualTo(11);
    }
  }
}
