// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Event;
import io.weir.Limit;
import io.weir.origin.Origin.Publication;
import io.weir.testkit.convergence.ScriptedOrigin.Mood;
import io.weir.testkit.rig.Neighbour;
import io.weir.testkit.rig.Peer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What becomes of counts when the origin loses them, or a process does. */
class HealingTest {
  private static final Limit LIMIT = Limit.of(100, Duration.ofMinutes(10));

  private final Rig rig = new Rig();

  @Test
  void aWipedOriginIsFilledAgainAlsoWithQuietCells() {
    Peer peer = rig.peer();
    Peer other = rig.peer();
    rig.settle();
    peer.admit(LIMIT, "a", 7);
    other.admit(LIMIT, "a", 5);
    other.admit(LIMIT, "b", 3);
    rig.pass(300);
    assertThat(rig.total(LIMIT, "a")).isEqualTo(12);

    rig.origin.store().wipe();
    rig.pass(2_600); // a heartbeat, and the delay of quiet cells

    assertThat(rig.total(LIMIT, "a")).isEqualTo(12);
    assertThat(rig.total(LIMIT, "b")).isEqualTo(3);
  }

  @Test
  void aLossThatOnlyAReceiptTellsOfIsHealedToo() {
    Peer peer = rig.peer();
    rig.settle();
    peer.admit(LIMIT, "quiet", 7);
    peer.admit(LIMIT, "busy", 5);
    rig.pass(300);
    rig.origin.loseSilently();
    rig.pass(5_000);
    assertThat(rig.total(LIMIT, "quiet")).isZero(); // nobody could know

    peer.check(LIMIT, "busy");
    rig.pass(600);

    assertThat(peer.tally().of(Event.ORIGIN_WIPE_SEEN)).isEqualTo(1);
    assertThat(rig.total(LIMIT, "busy")).isEqualTo(6);
    assertThat(rig.total(LIMIT, "quiet")).isEqualTo(7);
  }

  @Test
  void aLossBetweenAPublishAndItsLateReceiptIsHealed() {
    Peer peer = rig.peer();
    rig.settle();
    rig.pass(1_800);
    rig.origin.publishes(Mood.HOLDING);
    peer.admit(LIMIT, "a", 40);
    rig.settle(); // published, not yet answered
    rig.origin.store().wipe();
    rig.pass(400); // the heartbeat notices
    rig.origin.publishes(Mood.ANSWERING);
    rig.origin.release(); // an answer from before the loss
    rig.pass(5_000);

    assertThat(rig.total(LIMIT, "a")).isEqualTo(40);
  }

  @Test
  void aSubjectThatWasEvictedNeverResumesItsField() {
    Peer peer = rig.peer(builder -> builder.maxSubjects(8)).in("hostile");
    rig.settle();
    Neighbour neighbour = Neighbour.spend(peer.engine(), LIMIT, 4);
    peer.admit(LIMIT, "a", 5);
    rig.pass(300);
    flood(peer, 100);
    rig.pass(300);
    rig.origin.forgetCalls();

    assertThat(peer.sees(LIMIT, "a").own()).isZero();
    assertThat(peer.sees(LIMIT, "a").siblings()).isEqualTo(5);
    peer.admit(LIMIT, "a", 2);
    rig.pass(300);

    assertThat(rig.total("hostile", LIMIT, "a")).isEqualTo(7);
    Publication again = rig.origin.publications().stream()
        .filter(publication -> publication.cell().equals(rig.cell("hostile", LIMIT, "a")))
        .findFirst()
        .orElseThrow();
    assertThat(again.count()).isEqualTo(2);
    assertUntouched(neighbour, peer, 4);
  }

  @Test
  void aSubjectThatReturnsAtOnceIsNotAdmittedTwice() {
    Peer peer = rig.peer(builder -> builder.maxSubjects(8)).in("hostile");
    rig.settle();
    Neighbour neighbour = Neighbour.spend(peer.engine(), LIMIT, 4);
    int admitted = peer.admit(LIMIT, "a", 20); // not urgent: less than half of the head-room
    flood(peer, 100);
    assertThat(peer.engine().subjects()).isLessThanOrEqualTo(8);
    rig.settle(); // the agents run, no time passes
    admitted += peer.admit(LIMIT, "a", 100);
    rig.pass(300);

    assertThat(admitted).isEqualTo(100);
    assertThat(rig.total("hostile", LIMIT, "a")).isEqualTo(100);
    assertUntouched(neighbour, peer, 4);
  }

  @Test
  void aSubjectNearItsLimitOutlivesAFloodWithAnOrigin() {
    Peer peer = rig.peer(builder -> builder.maxSubjects(64));
    Neighbour neighbour = outlivesAFlood(peer);
    rig.pass(300);
    assertUntouched(neighbour, peer, 24);
  }

  @Test
  void aSubjectNearItsLimitOutlivesAFloodWithoutAnOrigin() {
    outlivesAFlood(rig.add(builder -> builder.maxSubjects(64)));
  }

  /** In the workspace that floods, and in the one beside it. */
  private static Neighbour outlivesAFlood(Peer peer) {
    Peer hostile = peer.in("hostile");
    Neighbour neighbour = Neighbour.spend(peer.engine(), LIMIT, 24);
    assertThat(peer.admit(LIMIT, "hot", 90)).isEqualTo(90);
    assertThat(hostile.admit(LIMIT, "hot", 90)).isEqualTo(90);
    for (int i = 0; i < 5_000; i++) {
      hostile.check(LIMIT, "flood-" + i);
    }

    assertThat(peer.tally().of(Event.SUBJECT_EVICTED)).isGreaterThan(4_900);
    assertThat(peer.tally().evicting()).containsExactly("hostile");
    assertThat(hostile.sees(LIMIT, "hot").own()).isEqualTo(90);
    assertThat(peer.sees(LIMIT, "hot").own()).isEqualTo(90);
    neighbour.assertUntouched();
    return neighbour;
  }

  @Test
  void neighboursInTheTableThatMatterOutliveAFlood() {
    Peer peer = rig.add(builder -> builder.maxSubjects(1_000)).in("hostile");
    Neighbour neighbour = Neighbour.spend(peer.engine(), LIMIT, 450);
    for (int i = 0; i < 300; i++) {
      peer.check(LIMIT, "user-" + i, 90); // counted up: they stand side by side
    }
    for (int i = 0; i < 50_000; i++) {
      peer.check(LIMIT, Integer.toHexString(i * 0x9E3779B9));
    }

    for (int i = 0; i < 300; i++) {
      assertThat(peer.sees(LIMIT, "user-" + i).own()).as("user-%s", i).isEqualTo(90);
    }
    assertThat(peer.tally().evicting()).containsExactly("hostile");
    neighbour.assertUntouched();
  }

  @Test
  void whoeverIsEvictedIsCountedOnce() {
    Peer peer = rig.add(builder -> builder.maxSubjects(8));
    Neighbour neighbour = Neighbour.spend(peer.engine(), LIMIT, 4);
    for (int i = 0; i < 500; i++) {
      peer.in("hostile").check(LIMIT, "flood-" + i);
    }

    assertThat(peer.tally().of(Event.SUBJECT_EVICTED))
        .isEqualTo(504 - peer.engine().subjects());
    assertThat(peer.tally().of(Event.UNITS_LOST_BY_EVICTION))
        .isEqualTo(504 - peer.engine().subjects());
    assertThat(peer.tally().evicting()).containsExactly("hostile");
    neighbour.assertUntouched();
  }

  @Test
  void evictedCellsReachTheOriginAfterwards() {
    Peer peer = rig.peer(builder -> builder.maxSubjects(100));
    rig.settle();
    Neighbour neighbour = Neighbour.spend(peer.engine(), LIMIT, 45);
    for (int i = 0; i < 220; i++) {
      peer.in("hostile").check(LIMIT, "flood-" + i);
    }
    rig.pass(400);

    assertThat(peer.tally().of(Event.SUBJECT_EVICTED)).isGreaterThanOrEqualTo(165);
    for (int i = 0; i < 220; i++) {
      assertThat(rig.total("hostile", LIMIT, "flood-" + i)).isEqualTo(1);
    }
    assertThat(peer.tally().of(Event.UNITS_LOST_BY_EVICTION)).isZero();
    assertUntouched(neighbour, peer, 45);
  }

  @Test
  void whenTheOriginStaysAwayWhatCannotBeKeptIsCounted() {
    Peer peer = rig.peer(builder -> builder.maxSubjects(8));
    rig.settle();
    rig.origin.publishes(Mood.FAILING);
    for (int i = 0; i < 8; i++) {
      peer.check(LIMIT, "honest-" + i); // more than an equal share: some of them will have to wait
    }
    for (int i = 0; i < 5_000; i++) {
      peer.in("hostile").check(LIMIT, "flood-" + i);
      rig.settle();
    }
    rig.pass(400);
    long lost = peer.tally().of(Event.UNITS_LOST_BY_EVICTION);
    // Twice the ceiling is kept, and the 4,096 that may always wait.
    assertThat(lost).isBetween(5_000L - 2 * 8 - 4_096, 5_000L - 4_096);
    rig.origin.publishes(Mood.ANSWERING);
    rig.pass(3_000);

    long arrived = rig.origin.publications().stream()
        .map(Publication::cell)
        .distinct()
        .filter(cell -> cell.subject().workspace().equals("hostile"))
        .filter(cell -> rig.origin.store().total(cell) > 0)
        .count();
    assertThat(arrived + lost).isEqualTo(5_000);
    for (int i = 0; i < 8; i++) {
      assertThat(rig.total(LIMIT, "honest-" + i)).as("honest-%s", i).isEqualTo(1);
    }
  }

  @Test
  void aBatchThatIsLateByAMomentCostsNothingUnderALowCeiling() {
    Peer peer = rig.peer(builder -> builder.maxSubjects(20));
    rig.settle();
    rig.origin.publishes(Mood.FAILING);
    Neighbour neighbour = Neighbour.spend(peer.engine(), LIMIT, 10);
    for (int i = 0; i < 500; i++) {
      peer.in("hostile").check(LIMIT, "flood-" + i);
      rig.settle();
    }
    rig.pass(40);
    rig.origin.publishes(Mood.ANSWERING);
    rig.pass(3_000);

    assertThat(peer.tally().of(Event.SUBJECT_EVICTED)).isGreaterThanOrEqualTo(490);
    assertThat(peer.tally().of(Event.UNITS_LOST_BY_EVICTION)).isZero();
    for (int i = 0; i < 500; i++) {
      assertThat(rig.total("hostile", LIMIT, "flood-" + i)).isEqualTo(1);
    }
    assertUntouched(neighbour, peer, 10);
  }

  @Test
  void aRestartedProcessIsSomebodyElse() {
    Peer before = rig.peer();
    rig.settle();
    before.admit(LIMIT, "a", 60);
    rig.pass(300);
    rig.kill(before);
    rig.pass(11_000); // the others do not count it any more
    Peer after = rig.peer();
    after.settle();

    assertThat(after.admit(LIMIT, "a", 60)).isEqualTo(40);
    rig.pass(300);
    assertThat(rig.total(LIMIT, "a")).isEqualTo(100);
  }

  /** Nobody was evicted but the workspace that floods, and the origin holds what its neighbour spent, once. */
  private void assertUntouched(Neighbour neighbour, Peer peer, int identifiers) {
    assertThat(peer.tally().evicting()).containsExactly("hostile");
    neighbour.assertUntouched();
    for (int i = 0; i < identifiers; i++) {
      assertThat(rig.total(LIMIT, Neighbour.identifier(i))).isEqualTo(1);
    }
  }

  /** Each of them uses more of its limit than the subjects that are to be evicted. */
  private static void flood(Peer peer, int identifiers) {
    for (int i = 0; i < identifiers; i++) {
      peer.check(LIMIT, "flood-" + i, 30);
    }
  }
}
