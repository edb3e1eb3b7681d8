// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.resets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.Limit;
import io.weir.Observer.Dependency;
import io.weir.origin.InMemoryOrigin;
import io.weir.reset.ResetRefused;
import io.weir.reset.ResetResult;
import io.weir.reset.Resets;
import io.weir.testkit.rig.Peer;
import io.weir.testkit.rig.Peers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Resets while stores are unavailable, and more of them than anybody may make. */
class ResetOutageTest {
  private static final Limit LIMIT = Limit.of(20, Duration.ofMinutes(10));

  private final TwoRegions fleet = new TwoRegions();

  private void spendAll() {
    assertThat(fleet.spend(fleet.all.get(0), LIMIT, "ann", 20)).isTrue();
    fleet.peers.pass(2_000, 5);
    assertThat(fleet.ask(LIMIT, "ann")).containsOnly(false);
  }

  @Test
  @DisplayName(
      "without the ledger a reset holds in the region, says so, and in all once it is back")
  void withoutTheLedger() {
    spendAll();
    fleet.ledgerPower.away(true);

    ResetResult result = fleet.reset(fleet.all.get(0), "ann");
    fleet.peers.pass(2_000, 5);

    assertThat(result.isComplete()).isFalse();
    assertThat(result.taken()).containsExactly(Dependency.ORIGIN);
    assertThat(result.pending()).containsOnlyKeys(Dependency.LEDGER);
    assertThat(result.pending().get(Dependency.LEDGER)).contains("told to fail");
    assertThat(fleet.ask(LIMIT, "ann")).containsExactly(true, true, false, false);

    fleet.ledgerPower.away(false);
    fleet.peers.pass(4_000, 5);
    assertThat(fleet.ask(LIMIT, "ann")).containsOnly(true);
  }

  @Test
  @DisplayName("without any store a reset holds in the process, and in all once one is back")
  void withoutAnyStore() {
    spendAll();
    fleet.ledgerPower.away(true);
    fleet.originPower.away(true);

    ResetResult result = fleet.reset(fleet.all.get(2), "ann");

    assertThat(result.taken()).isEmpty();
    assertThat(result.pending()).hasSize(2);

    fleet.ledgerPower.away(false);
    fleet.originPower.away(false);
    fleet.peers.pass(5_000, 5);
    assertThat(fleet.ask(LIMIT, "ann")).containsOnly(true);
  }

  @Test
  @DisplayName("a process that starts while the ledger is away knows resets from its origin")
  void startsFromTheOrigin() {
    fleet.writeWrongCounts(LIMIT, "ann", 0);
    fleet.reset(fleet.all.get(0), "ann"); // in region a
    fleet.peers.pass(2_000, 5);

    fleet.ledgerPower.away(true);
    fleet.restartAll();

    assertThat(fleet.ask(LIMIT, "ann")).containsOnly(true);
  }

  @Test
  @DisplayName("a workspace that resets without end is refused at its budget; others go on")
  void aFloodOfResets() {
    Peers peers = new Peers();
    InMemoryOrigin origin = new InMemoryOrigin(peers.clock());
    Peer one = peers.add(builder -> builder.origin(origin));
    Peer other = peers.add(builder -> builder.origin(origin));
    peers.pass(10);

    List<CompletableFuture<ResetResult>> results = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      results.add(one.engine().reset("flood", "n", "id-" + i));
      one.settle();
    }
    peers.pass(2_000, 100);

    assertThat(results).allMatch(CompletableFuture::isDone);
    assertThat(results.stream().filter(each -> !each.isCompletedExceptionally()))
        .hasSize(Resets.BUDGET);
    assertThatThrownBy(() -> results.get(99_999).join())
        .hasCauseInstanceOf(ResetRefused.class)
        .hasMessageContaining("flood has reached the limit of 10000 identifiers");
    assertThat(origin.resets().size()).isEqualTo(Resets.BUDGET);

    CompletableFuture<ResetResult> others = other.engine().reset("w", "n", "ann");
    peers.pass(10);
    assertThat(others.join().isComplete()).isTrue();
  }

  @Test
  @DisplayName("what waits when the engine is closed fails, and so does what comes later")
  void closing() {
    Peer peer = fleet.all.get(0);
    CompletableFuture<ResetResult> waiting = peer.engine().reset("w", "n", "ann");

    peer.engine().close();

    assertThatThrownBy(waiting::join).hasRootCauseMessage("the engine is closed");
    assertThatThrownBy(() -> peer.engine().reset("w", "n", "ann"))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  @DisplayName("names that are no identifiers are refused with the value's length")
  void wrongNames() {
    assertThatThrownBy(() -> fleet.all.get(0).engine().reset("w", "n", ""))
        .hasMessageContaining("identifier must be 1 to 512 characters");
    assertThatThrownBy(() -> fleet.all.get(0).engine().reset("w", "n".repeat(513), "ann"))
        .hasMessageContaining("namespace must be 1 to 512 characters, but had 513");
  }
}
