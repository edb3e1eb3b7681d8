// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.resets;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Event;
import io.weir.Limit;
import io.weir.Observer.Dependency;
import io.weir.engine.Check;
import io.weir.reset.ResetResult;
import io.weir.testkit.rig.Peer;
import io.weir.testkit.rig.Peers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A reset undoes wrong counts in all processes of all regions, and limits hold after it as before. */
class ResetTest {
  private static final Limit LIMIT = Limit.of(20, Duration.ofMinutes(10));

  private final TwoRegions fleet = new TwoRegions();

  private void blockEverywhere(Limit limit) {
    fleet.writeWrongCounts(limit, "ann", 0);
    fleet.writeWrongCounts(limit, "ann", 1);
    fleet.peers.pass(2_000, 5);
    assertThat(fleet.ask(limit, "ann")).containsOnly(false);
  }

  @ParameterizedTest
  @ValueSource(longs = {1_000, 60_000, 600_000, 2_592_000_000L})
  @DisplayName("a wrong count blocks everywhere; after a reset everybody allows within two seconds")
  void aWrongCountIsUndone(long duration) {
    Limit limit = Limit.of(20, Duration.ofMillis(duration));
    fleet.writeWrongCounts(limit, "ann", 0);
    if (duration > 1_000) {
      blockEverywhere(limit);
    }

    ResetResult result = fleet.reset(fleet.all.get(0), "ann");
    fleet.peers.pass(2_000, 5);

    assertThat(result.isComplete()).isTrue();
    assertThat(result.taken()).containsExactlyInAnyOrder(Dependency.LEDGER, Dependency.ORIGIN);
    assertThat(fleet.ask(limit, "ann")).containsOnly(true);
  }

  @Test
  @DisplayName("the longest time until a process knows is less than two seconds")
  void everybodyKnowsInTime() {
    blockEverywhere(LIMIT);
    fleet.reset(fleet.all.get(0), "ann");
    long reset = fleet.peers.clock().epochMillis();

    while (fleet.all.stream().anyMatch(peer -> peer.tally().of(Event.RESET_APPLIED) == 0)) {
      fleet.peers.pass(1);
    }

    assertThat(fleet.peers.clock().epochMillis() - reset).isLessThan(1_000);
  }

  @Test
  @DisplayName("other identifiers, namespaces and workspaces keep their counts")
  void othersKeepTheirCounts() {
    assertThat(fleet.spend(fleet.all.get(0), LIMIT, "bob", 20)).isTrue();
    fleet.peers.pass(2_000, 5);

    fleet.reset(fleet.all.get(0), "ann");
    fleet.peers.pass(2_000, 5);

    assertThat(fleet.ask(LIMIT, "bob")).containsOnly(false);
  }

  @Test
  @DisplayName("what is spent after a reset counts everywhere, once")
  void theLimitHoldsAfterwards() {
    blockEverywhere(LIMIT);
    ResetResult result = fleet.reset(fleet.all.get(0), "ann");
    fleet.peers.pass(2_000, 5);

    for (int round = 0; round < 3; round++) {
      assertThat(fleet.ask(LIMIT, "ann")).containsOnly(true);
      fleet.peers.pass(3_000, 5);
    }

    assertThat(fleet.spend(fleet.all.get(0), LIMIT, "ann", 5)).isTrue();
    fleet.peers.pass(5_000, 5);
    assertThat(fleet.ledger.total(fleet.after(LIMIT, "ann", result.epoch()))).isEqualTo(17);
    assertThat(fleet.spend(fleet.all.get(3), LIMIT, "ann", 4)).isFalse();
    assertThat(fleet.spend(fleet.all.get(3), LIMIT, "ann", 3)).isTrue();
  }

  @Test
  @DisplayName("late writes under the old name, full pulls and restarts bring nothing back")
  void nothingLeaksIn() {
    blockEverywhere(LIMIT);
    fleet.reset(fleet.all.get(0), "ann");
    fleet.peers.pass(2_000, 5);

    fleet.writeWrongCounts(LIMIT, "ann", 0);
    fleet.writeWrongCounts(LIMIT, "ann", 1);
    fleet.peers.pass(310_000, 50); // with a pull of everything
    assertThat(fleet.ask(LIMIT, "ann")).containsOnly(true);

    fleet.restartAll();
    assertThat(fleet.ask(LIMIT, "ann")).containsOnly(true);
  }

  @Test
  @DisplayName("the next window is not burdened by the old counts of the one before")
  void rolloverBringsNothingBack() {
    blockEverywhere(LIMIT);
    fleet.reset(fleet.all.get(0), "ann");
    fleet.peers.pass(2_000, 5);
    assertThat(fleet.ask(LIMIT, "ann")).containsOnly(true);

    fleet.peers.pass(LIMIT.durationMillis() - 5_000, 100);

    assertThat(fleet.ask(LIMIT, "ann")).containsOnly(true);
    fleet.peers.pass(LIMIT.durationMillis(), 100);
    assertThat(fleet.ask(LIMIT, "ann")).containsOnly(true);
  }

  @Test
  @DisplayName(
      "a wrong count of the window to come is undone as well; later windows have their plain names again")
  void theNextWindowIsResetToo() {
    fleet.writeWrongCounts(LIMIT, "ann", -1);
    fleet.reset(fleet.all.get(0), "ann");
    fleet.peers.pass(LIMIT.durationMillis(), 100);
    assertThat(fleet.ask(LIMIT, "ann")).containsOnly(true);

    fleet.peers.pass(LIMIT.durationMillis(), 100);
    assertThat(fleet.ask(LIMIT, "ann")).containsOnly(true);
    fleet.peers.pass(1_000, 5);

    assertThat(fleet.origins.get("a").total(fleet.peers.cell(LIMIT, "ann"))).isEqualTo(2);
  }

  @Test
  @DisplayName("an emptied origin gets its resets back from those who know them")
  void aWipedOriginIsTold() {
    blockEverywhere(LIMIT);
    fleet.reset(fleet.all.get(0), "ann");
    fleet.peers.pass(2_000, 5);

    fleet.origins.get("a").wipe();
    fleet.writeWrongCounts(LIMIT, "ann", 0);
    fleet.peers.pass(2_000, 5);
    assertThat(fleet.origins.get("a").resets().size()).isEqualTo(1);

    fleet.ledgerPower.away(true);
    fleet.restartAll();
    assertThat(fleet.ask(LIMIT, "ann")).containsOnly(true);
  }

  @Test
  @DisplayName("a second reset works as the first")
  void doubleReset() {
    ResetResult first = fleet.reset(fleet.all.get(0), "ann");
    fleet.peers.pass(2_000, 5);
    assertThat(fleet.spend(fleet.all.get(1), LIMIT, "ann", 20)).isTrue();
    fleet.peers.pass(2_000, 5);
    assertThat(fleet.ask(LIMIT, "ann")).containsOnly(false);

    ResetResult second = fleet.reset(fleet.all.get(3), "ann");
    fleet.peers.pass(2_000, 5);

    assertThat(second.epoch()).isGreaterThan(first.epoch());
    assertThat(fleet.ask(LIMIT, "ann")).containsOnly(true);
  }

  @Test
  @DisplayName("resets at the same time on several processes end in one epoch for all")
  void concurrentResets() {
    blockEverywhere(LIMIT);
    List<CompletableFuture<ResetResult>> results =
        fleet.all.stream().map(peer -> peer.engine().reset("w", "n", "ann")).toList();
    fleet.peers.pass(2_000, 5);
    long latest = results.stream().mapToLong(each -> each.join().epoch()).max().orElseThrow();

    assertThat(fleet.ask(LIMIT, "ann")).containsOnly(true);
    fleet.peers.pass(1_000, 5);

    assertThat(fleet.origins.get("a").total(fleet.after(LIMIT, "ann", latest))).isEqualTo(2);
    assertThat(fleet.origins.get("b").total(fleet.after(LIMIT, "ann", latest))).isEqualTo(2);
  }

  @Test
  @DisplayName("who was never seen can be reset")
  void anUnknownIdentifier() {
    assertThat(fleet.reset(fleet.all.get(0), "nobody").isComplete()).isTrue();
    assertThat(fleet.ask(LIMIT, "nobody")).containsOnly(true);
  }

  @Test
  @DisplayName("a batch that waits for the region while a reset comes is decided by the new counts")
  void aBatchUnderWay() {
    blockEverywhere(LIMIT);
    Peer peer = fleet.start("a");
    fleet.peers.settle();
    List<Check> checks =
        List.of(peer.limiter(LIMIT).of("ann", 1), peer.limiter(LIMIT).of("eve", 1));

    CompletableFuture<?> batch = peer.engine().checkAsync(checks);
    fleet.reset(peer, "ann");
    fleet.peers.pass(2_000, 5);

    assertThat(batch).isDone();
    assertThat(peer.engine().checkAsync(checks).join().allowed()).isTrue();
  }

  @Test
  @DisplayName("an engine without stores resets its own counts at once")
  void alone() {
    Peer alone = new Peers().add(builder -> builder);
    alone.admit(LIMIT, "ann", 20);
    assertThat(alone.check(LIMIT, "ann").allowed()).isFalse();

    ResetResult result = alone.engine().reset("w", "n", "ann").join();

    assertThat(result.isComplete()).isTrue();
    assertThat(result.taken()).isEmpty();
    assertThat(alone.admit(LIMIT, "ann", 25)).isEqualTo(20);
    assertThat(alone.tally().of(Event.RESET_APPLIED)).isEqualTo(1);
  }
}
