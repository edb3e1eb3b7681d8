// SPDX-License-Identifier: Apache-2.0
package io.weir.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.Decision;
import io.weir.Observer;
import io.weir.client.Check;
import io.weir.client.Limit;
import io.weir.engine.Engine;
import io.weir.testkit.servers.Eventually;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class EmbeddedBuilderTest {
  @Test
  @DisplayName("everything that is wrong is told at once, with value and range")
  void allFaultsAtOnce() {
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
            "namespace must be well-formed text",
            "duration must be 1000 to 2592000000 ms",
            "workspace must be 1 to 191 characters, but had 192",
            "region must be 1 to 48 characters, but had 49",
            "maxSubjects must be 1 to 2147483647, but was 0",
            "closeTimeout must be 0 to PT10M, but was PT-0.001S",
            "redis: ",
            "the scheme 'http'",
            "mysql: ",
            "needs a JDBC URL")
        .hasMessageNotContaining("sesame");
  }

  @Test
  @DisplayName("stores that were opened for a limiter that can't be built are closed again")
  void nothingIsLeftOpen() {
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
  @DisplayName("a database needs a region's name")
  void aDatabaseNeedsARegion() {
    EmbeddedBuilder builder = EmbeddedRatelimit.builder()
        .namespace("api")
        .limit(1, "60s")
        .mysql("jdbc:mariadb://127.0.0.1:1/unused");

    assertThatThrownBy(builder::build).hasMessageContaining("region is required with mysql");
  }

  @Test
  @DisplayName("an engine brings its own stores, region, ceiling, time and observer")
  void anEngineBringsItsOwn() {
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
  @DisplayName("the limit can be given in three ways")
  void threeWaysToSayALimit() {
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
  @DisplayName("the observer hears of decisions, and the ceiling is kept")
  void theEngineIsMadeAsToldTo() {
    AtomicInteger decisions = new AtomicInteger();
    Observer counting = new Observer() {
      @Override
      public void decided(Decision decision) {
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
