// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.resets;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Event;
import io.weir.LimitPolicy;
import io.weir.Observer.Dependency;
import io.weir.engine.BatchCheck;
import io.weir.reset.ResetResult;
import io.weir.testkit.rig.TestProcess;
import io.weir.testkit.rig.TestProcesses;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Verifies that a reset undoes wrong counts in all processes of all regions, and that limits are enforced afterwards
 * as before.
 */
class ResetTest {
  private static final LimitPolicy LIMIT = LimitPolicy.of(20, Duration.ofMinutes(10));

  private final TwoRegions fleet = new TwoRegions();

  private void blockEverywhere(LimitPolicy limitPolicy) {
    fleet.writeWrongCounts(limitPolicy, "ann", 0);
    fleet.writeWrongCounts(limitPolicy, "ann", 1);
    fleet.testProcesses.pass(2_000, 5);
    assertThat(fleet.ask(limitPolicy, "ann")).containsOnly(false);
  }

  @ParameterizedTest
  @ValueSource(longs = {1_000, 60_000, 600_000, 2_592_000_000L})
  void aWrongCountIsUndoneWithinTwoSeconds(long duration) {
    LimitPolicy limitPolicy = LimitPolicy.of(20, Duration.ofMillis(duration));
    fleet.writeWrongCounts(limitPolicy, "ann", 0);
    if (duration > 1_000) {
      blockEverywhere(limitPolicy);
    }

    ResetResult result = fleet.reset(fleet.all.get(0), "ann");
    fleet.testProcesses.pass(2_000, 5);

    assertThat(result.isComplete()).isTrue();
    assertThat(result.taken()).containsExactlyInAnyOrder(Dependency.LEDGER, Dependency.ORIGIN);
    assertThat(fleet.ask(limitPolicy, "ann")).containsOnly(true);
  }

  @Test
  void everyProcessKnowsAResetWithinTwoSeconds() {
    blockEverywhere(LIMIT);
    fleet.reset(fleet.all.get(0), "ann");
    long reset = fleet.testProcesses.clock().epochMillis();

    while (fleet.all.stream()
        .anyMatch(testProcess -> testProcess.observer().of(Event.RESET_APPLIED) == 0)) {
      fleet.testProcesses.pass(1);
    }

    assertThat(fleet.testProcesses.clock().epochMillis() - reset).isLessThan(1_000);
  }

  @Test
  void otherSubjectsKeepTheirCounts() {
    assertThat(fleet.spend(fleet.all.get(0), LIMIT, "bob", 20)).isTrue();
    fleet.testProcesses.pass(2_000, 5);

    fleet.reset(fleet.all.get(0), "ann");
    fleet.testProcesses.pass(2_000, 5);

    assertThat(fleet.ask(LIMIT, "bob")).containsOnly(false);
  }

  @Test
  void theLimitIsEnforcedAfterAReset() {
    blockEverywhere(LIMIT);
    ResetResult result = fleet.reset(fleet.all.get(0), "ann");
    fleet.testProcesses.pass(2_000, 5);

    for (int round = 0; round < 3; round++) {
      assertThat(fleet.ask(LIMIT, "ann")).containsOnly(true);
      fleet.testProcesses.pass(3_000, 5);
    }

    assertThat(fleet.spend(fleet.all.get(0), LIMIT, "ann", 5)).isTrue();
    fleet.testProcesses.pass(5_000, 5);
    assertThat(fleet.ledger.total(fleet.after(LIMIT, "ann", result.epoch()))).isEqualTo(17);
    assertThat(fleet.spend(fleet.all.get(3), LIMIT, "ann", 4)).isFalse();
    assertThat(fleet.spend(fleet.all.get(3), LIMIT, "ann", 3)).isTrue();
  }

  @Test
  void lateWritesAndRestartsRestoreNoOldCounts() {
    blockEverywhere(LIMIT);
    fleet.reset(fleet.all.get(0), "ann");
    fleet.testProcesses.pass(2_000, 5);

    fleet.writeWrongCounts(LIMIT, "ann", 0);
    fleet.writeWrongCounts(LIMIT, "ann", 1);
    fleet.testProcesses.pass(310_000, 50); // with a pull of everything
    assertThat(fleet.ask(LIMIT, "ann")).containsOnly(true);

    fleet.restartAll();
    assertThat(fleet.ask(LIMIT, "ann")).containsOnly(true);
  }

  @Test
  void theNextWindowCarriesNoOldCounts() {
    blockEverywhere(LIMIT);
    fleet.reset(fleet.all.get(0), "ann");
    fleet.testProcesses.pass(2_000, 5);
    assertThat(fleet.ask(LIMIT, "ann")).containsOnly(true);

    fleet.testProcesses.pass(LIMIT.durationMillis() - 5_000, 100);

    assertThat(fleet.ask(LIMIT, "ann")).containsOnly(true);
    fleet.testProcesses.pass(LIMIT.durationMillis(), 100);
    assertThat(fleet.ask(LIMIT, "ann")).containsOnly(true);
  }

  @Test
  void theNextWindowIsResetToo() {
    fleet.writeWrongCounts(LIMIT, "ann", -1);
    fleet.reset(fleet.all.get(0), "ann");
    fleet.testProcesses.pass(LIMIT.durationMillis(), 100);
    assertThat(fleet.ask(LIMIT, "ann")).containsOnly(true);

    fleet.testProcesses.pass(LIMIT.durationMillis(), 100);
    assertThat(fleet.ask(LIMIT, "ann")).containsOnly(true);
    fleet.testProcesses.pass(1_000, 5);

    assertThat(fleet.origins.get("a").total(fleet.testProcesses.cell(LIMIT, "ann")))
        .isEqualTo(2);
  }

  @Test
  void aWipedOriginReceivesItsResetsAgain() {
    blockEverywhere(LIMIT);
    fleet.reset(fleet.all.get(0), "ann");
    fleet.testProcesses.pass(2_000, 5);

    fleet.origins.get("a").wipe();
    fleet.writeWrongCounts(LIMIT, "ann", 0);
    fleet.testProcesses.pass(2_000, 5);
    assertThat(fleet.origins.get("a").resets().size()).isEqualTo(1);

    fleet.ledgerPower.unavailable(true);
    fleet.restartAll();
    assertThat(fleet.ask(LIMIT, "ann")).containsOnly(true);
  }

  @Test
  void aSecondResetWorksLikeTheFirst() {
    ResetResult first = fleet.reset(fleet.all.get(0), "ann");
    fleet.testProcesses.pass(2_000, 5);
    assertThat(fleet.spend(fleet.all.get(1), LIMIT, "ann", 20)).isTrue();
    fleet.testProcesses.pass(2_000, 5);
    assertThat(fleet.ask(LIMIT, "ann")).containsOnly(false);

    ResetResult second = fleet.reset(fleet.all.get(3), "ann");
    fleet.testProcesses.pass(2_000, 5);

    assertThat(second.epoch()).isGreaterThan(first.epoch());
    assertThat(fleet.ask(LIMIT, "ann")).containsOnly(true);
  }

  @Test
  void concurrentResetsEndInOneEpoch() {
    blockEverywhere(LIMIT);
    List<CompletableFuture<ResetResult>> results = fleet.all.stream()
        .map(testProcess -> testProcess.engine().reset("w", "n", "ann"))
        .toList();
    fleet.testProcesses.pass(2_000, 5);
    long latest = results.stream().mapToLong(each -> each.join().epoch()).max().orElseThrow();

    assertThat(fleet.ask(LIMIT, "ann")).containsOnly(true);
    fleet.testProcesses.pass(1_000, 5);

    assertThat(fleet.origins.get("a").total(fleet.after(LIMIT, "ann", latest))).isEqualTo(2);
    assertThat(fleet.origins.get("b").total(fleet.after(LIMIT, "ann", latest))).isEqualTo(2);
  }

  @Test
  void anUnknownIdentifierCanBeReset() {
    assertThat(fleet.reset(fleet.all.get(0), "nobody").isComplete()).isTrue();
    assertThat(fleet.ask(LIMIT, "nobody")).containsOnly(true);
  }

  @Test
  void aWaitingBatchIsDecidedByTheNewCounts() {
    blockEverywhere(LIMIT);
    TestProcess testProcess = fleet.start("a");
    fleet.testProcesses.settle();
    List<BatchCheck> checks = List.of(
        testProcess.limiter(LIMIT).of("ann", 1), testProcess.limiter(LIMIT).of("eve", 1));

    CompletableFuture<?> batch = testProcess.engine().checkAsync(checks);
    fleet.reset(testProcess, "ann");
    fleet.testProcesses.pass(2_000, 5);

    assertThat(batch).isDone();
    assertThat(testProcess.engine().checkAsync(checks).join().allowed()).isTrue();
  }

  @Test
  void anEngineWithoutStoresResetsAtOnce() {
    TestProcess alone = new TestProcesses().add(builder -> builder);
    alone.admit(LIMIT, "ann", 20);
    assertThat(alone.check(LIMIT, "ann").allowed()).isFalse();

    ResetResult result = alone.engine().reset("w", "n", "ann").join();

    assertThat(result.isComplete()).isTrue();
    assertThat(result.taken()).isEmpty();
    assertThat(alone.admit(LIMIT, "ann", 25)).isEqualTo(20);
    assertThat(alone.observer().of(Event.RESET_APPLIED)).isEqualTo(1);
  }
}
