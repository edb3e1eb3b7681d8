// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.resets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.LimitPolicy;
import io.weir.Observer.Dependency;
import io.weir.origin.InMemoryOrigin;
import io.weir.reset.ResetRefused;
import io.weir.reset.ResetResult;
import io.weir.reset.Resets;
import io.weir.testkit.rig.TestProcess;
import io.weir.testkit.rig.TestProcesses;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Tests of resets while stores are unavailable, and of more resets than are permitted. */
class ResetOutageTest {
  private static final LimitPolicy LIMIT = LimitPolicy.of(20, Duration.ofMinutes(10));

  private final TwoRegions fleet = new TwoRegions();

  private void spendAll() {
    assertThat(fleet.spend(fleet.all.get(0), LIMIT, "ann", 20)).isTrue();
    fleet.testProcesses.pass(2_000, 5);
    assertThat(fleet.ask(LIMIT, "ann")).containsOnly(false);
  }

  @Test
  void withoutTheLedgerAResetAppliesInTheRegion() {
    spendAll();
    fleet.ledgerPower.unavailable(true);

    ResetResult result = fleet.reset(fleet.all.get(0), "ann");
    fleet.testProcesses.pass(2_000, 5);

    assertThat(result.isComplete()).isFalse();
    assertThat(result.taken()).containsExactly(Dependency.ORIGIN);
    assertThat(result.pending()).containsOnlyKeys(Dependency.LEDGER);
    assertThat(result.pending().get(Dependency.LEDGER)).contains("scripted failure");
    assertThat(fleet.ask(LIMIT, "ann")).containsExactly(true, true, false, false);

    fleet.ledgerPower.unavailable(false);
    fleet.testProcesses.pass(4_000, 5);
    assertThat(fleet.ask(LIMIT, "ann")).containsOnly(true);
  }

  @Test
  void withoutAnyStoreAResetAppliesInTheProcess() {
    spendAll();
    fleet.ledgerPower.unavailable(true);
    fleet.originPower.unavailable(true);

    ResetResult result = fleet.reset(fleet.all.get(2), "ann");

    assertThat(result.taken()).isEmpty();
    assertThat(result.pending()).hasSize(2);

    fleet.ledgerPower.unavailable(false);
    fleet.originPower.unavailable(false);
    fleet.testProcesses.pass(5_000, 5);
    assertThat(fleet.ask(LIMIT, "ann")).containsOnly(true);
  }

  @Test
  void aStartWithoutTheLedgerReadsResetsFromTheOrigin() {
    fleet.writeWrongCounts(LIMIT, "ann", 0);
    fleet.reset(fleet.all.get(0), "ann"); // in region a
    fleet.testProcesses.pass(2_000, 5);

    fleet.ledgerPower.unavailable(true);
    fleet.restartAll();

    assertThat(fleet.ask(LIMIT, "ann")).containsOnly(true);
  }

  @Test
  void aWorkspaceOverItsResetBudgetIsRefused() {
    TestProcesses testProcesses = new TestProcesses();
    InMemoryOrigin origin = new InMemoryOrigin(testProcesses.clock());
    TestProcess one = testProcesses.add(builder -> builder.origin(origin));
    TestProcess other = testProcesses.add(builder -> builder.origin(origin));
    testProcesses.pass(10);

    List<CompletableFuture<ResetResult>> results = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      results.add(one.engine().reset("flood", "n", "id-" + i));
      one.settle();
    }
    testProcesses.pass(2_000, 100);

    assertThat(results).allMatch(CompletableFuture::isDone);
    assertThat(results.stream().filter(each -> !each.isCompletedExceptionally()))
        .hasSize(Resets.BUDGET);
    assertThatThrownBy(() -> results.get(99_999).join())
        .hasCauseInstanceOf(ResetRefused.class)
        .hasMessageContaining("flood has reached the limit of 10000 identifiers");
    assertThat(origin.resets().size()).isEqualTo(Resets.BUDGET);

    CompletableFuture<ResetResult> others = other.engine().reset("w", "n", "ann");
    testProcesses.pass(10);
    assertThat(others.join().isComplete()).isTrue();
  }

  @Test
  void closingFailsWaitingAndLaterResets() {
    TestProcess testProcess = fleet.all.get(0);
    CompletableFuture<ResetResult> waiting = testProcess.engine().reset("w", "n", "ann");

    testProcess.engine().close();

    assertThatThrownBy(waiting::join).hasRootCauseMessage("the engine is closed");
    assertThatThrownBy(() -> testProcess.engine().reset("w", "n", "ann"))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void invalidNamesAreRefusedWithTheirLength() {
    assertThatThrownBy(() -> fleet.all.get(0).engine().reset("w", "n", ""))
        .hasMessageContaining("identifier must be 1 to 512 characters");
    assertThatThrownBy(() -> fleet.all.get(0).engine().reset("w", "n".repeat(513), "ann"))
        .hasMessageContaining("namespace must be 1 to 512 characters, but had 513");
  }
}
