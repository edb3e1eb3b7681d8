// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.LimitPolicy;
import io.weir.ledger.InMemoryLedger;
import io.weir.time.ManualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EngineBuilderTest {

  private static void assertRefused(EngineBuilder builder, String... faults) {
    assertThatThrownBy(builder::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the engine can't be built: " + String.join("; ", faults));
  }

  private static InMemoryLedger ledger() {
    return new InMemoryLedger(new ManualClock(0));
  }

  @Test
  void everythingHasADefault() {
    try (Engine engine = Engine.create()) {
      Limiter limiter = engine.limiter("acme", "api", LimitPolicy.of(1, Duration.ofDays(30)));

      assertThat(limiter.check("u").allowed()).isTrue();
    }
  }

  @Test
  void aLedgerNeedsARegion() {
    assertRefused(
        Engine.builder().ledger(ledger()), "region is required with a ledger, 1 to 48 characters");
  }

  @Test
  void aRegionHasAtMost48Characters() {
    assertRefused(
        Engine.builder().ledger(ledger()).region("r".repeat(49)),
        "region must be 1 to 48 characters, but had 49");

    Engine.builder().ledger(ledger()).region("r".repeat(48)).build().close();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE, 2_147_483_648L, Long.MAX_VALUE})
  void atLeastOneSubjectFitsIntoMemory(long subjects) {
    assertRefused(
        Engine.builder().maxSubjects(subjects),
        "maxSubjects must be 1 to 2147483647, but was " + subjects);
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 600_001})
  void closingTakesUpToTenMinutes(long millis) {
    assertRefused(
        Engine.builder().closeMillis(millis), "closeMillis must be 0 to 600000, but was " + millis);
  }

  @Test
  void allFaultsAreReportedAtOnce() {
    assertRefused(
        Engine.builder().ledger(ledger()).maxSubjects(0).closeMillis(-1),
        "region is required with a ledger, 1 to 48 characters",
        "maxSubjects must be 1 to 2147483647, but was 0",
        "closeMillis must be 0 to 600000, but was -1");
  }
}
