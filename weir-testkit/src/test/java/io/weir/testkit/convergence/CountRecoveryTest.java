// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Event;
import io.weir.LimitPolicy;
import io.weir.origin.Origin.Publication;
import io.weir.testkit.convergence.ScriptedOrigin.CallBehaviour;
import io.weir.testkit.rig.NeighbourWorkspace;
import io.weir.testkit.rig.TestProcess;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests of what happens to counts when the origin or a process loses them. */
class CountRecoveryTest {
  private static final LimitPolicy LIMIT = LimitPolicy.of(100, Duration.ofMinutes(10));

  private final VirtualRegion virtualRegion = new VirtualRegion();

  @Test
  void aWipedOriginIsRefilledIncludingQuietCells() {
    TestProcess testProcess = virtualRegion.peer();
    TestProcess other = virtualRegion.peer();
    virtualRegion.settle();
    testProcess.admit(LIMIT, "a", 7);
    other.admit(LIMIT, "a", 5);
    other.admit(LIMIT, "b", 3);
    virtualRegion.pass(300);
    assertThat(virtualRegion.total(LIMIT, "a")).isEqualTo(12);

    virtualRegion.origin.store().wipe();
    virtualRegion.pass(2_600); // a heartbeat, and the delay of quiet cells

    assertThat(virtualRegion.total(LIMIT, "a")).isEqualTo(12);
    assertThat(virtualRegion.total(LIMIT, "b")).isEqualTo(3);
  }

  @Test
  void aLossShownOnlyByAReceiptIsRepairedToo() {
    TestProcess testProcess = virtualRegion.peer();
    virtualRegion.settle();
    testProcess.admit(LIMIT, "quiet", 7);
    testProcess.admit(LIMIT, "busy", 5);
    virtualRegion.pass(300);
    virtualRegion.origin.loseSilently();
    virtualRegion.pass(5_000);
    assertThat(virtualRegion.total(LIMIT, "quiet")).isZero(); // this loss cannot be detected

    testProcess.check(LIMIT, "busy");
    virtualRegion.pass(600);

    assertThat(testProcess.observer().of(Event.ORIGIN_WIPE_SEEN)).isEqualTo(1);
    assertThat(virtualRegion.total(LIMIT, "busy")).isEqualTo(6);
    assertThat(virtualRegion.total(LIMIT, "quiet")).isEqualTo(7);
  }

  @Test
  void aLossBetweenAPublishAndItsLateReceiptIsRepaired() {
    TestProcess testProcess = virtualRegion.peer();
    virtualRegion.settle();
    virtualRegion.pass(1_800);
    virtualRegion.origin.publishes(CallBehaviour.HOLDING);
    testProcess.admit(LIMIT, "a", 40);
    virtualRegion.settle(); // published, not yet answered
    virtualRegion.origin.store().wipe();
    virtualRegion.pass(400); // the heartbeat detects the loss
    virtualRegion.origin.publishes(CallBehaviour.ANSWERING);
    virtualRegion.origin.release(); // an answer from before the loss
    virtualRegion.pass(5_000);

    assertThat(virtualRegion.total(LIMIT, "a")).isEqualTo(40);
  }

  @Test
  void anEvictedSubjectNeverReusesItsField() {
    TestProcess testProcess =
        virtualRegion.peer(builder -> builder.maxSubjects(8)).in("hostile");
    virtualRegion.settle();
    NeighbourWorkspace neighbourWorkspace =
        NeighbourWorkspace.spend(testProcess.engine(), LIMIT, 4);
    testProcess.admit(LIMIT, "a", 5);
    virtualRegion.pass(300);
    flood(testProcess, 100);
    virtualRegion.pass(300);
    virtualRegion.origin.forgetCalls();

    assertThat(testProcess.sees(LIMIT, "a").own()).isZero();
    assertThat(testProcess.sees(LIMIT, "a").siblings()).isEqualTo(5);
    testProcess.admit(LIMIT, "a", 2);
    virtualRegion.pass(300);

    assertThat(virtualRegion.total("hostile", LIMIT, "a")).isEqualTo(7);
    Publication again = virtualRegion.origin.publications().stream()
        .filter(publication -> publication.cell().equals(virtualRegion.cell("hostile", LIMIT, "a")))
        .findFirst()
        .orElseThrow();
    assertThat(again.count()).isEqualTo(2);
    assertUntouched(neighbourWorkspace, testProcess, 4);
  }

  @Test
  void aSubjectThatReturnsImmediatelyIsNotAdmittedTwice() {
    TestProcess testProcess =
        virtualRegion.peer(builder -> builder.maxSubjects(8)).in("hostile");
    virtualRegion.settle();
    NeighbourWorkspace neighbourWorkspace =
        NeighbourWorkspace.spend(testProcess.engine(), LIMIT, 4);
    int admitted = testProcess.admit(LIMIT, "a", 20); // not urgent: less than half of the head-room
    flood(testProcess, 100);
    assertThat(testProcess.engine().subjects()).isLessThanOrEqualTo(8);
    virtualRegion.settle(); // the agents run, no time passes
    admitted += testProcess.admit(LIMIT, "a", 100);
    virtualRegion.pass(300);

    assertThat(admitted).isEqualTo(100);
    assertThat(virtualRegion.total("hostile", LIMIT, "a")).isEqualTo(100);
    assertUntouched(neighbourWorkspace, testProcess, 4);
  }

  @Test
  void aSubjectNearItsLimitSurvivesAFloodWithAnOrigin() {
    TestProcess testProcess = virtualRegion.peer(builder -> builder.maxSubjects(64));
    NeighbourWorkspace neighbourWorkspace = survivesAFlood(testProcess);
    virtualRegion.pass(300);
    assertUntouched(neighbourWorkspace, testProcess, 24);
  }

  @Test
  void aSubjectNearItsLimitSurvivesAFloodWithoutAnOrigin() {
    survivesAFlood(virtualRegion.add(builder -> builder.maxSubjects(64)));
  }

  /** In the flooded workspace, and in another one. */
  private static NeighbourWorkspace survivesAFlood(TestProcess testProcess) {
    TestProcess hostile = testProcess.in("hostile");
    NeighbourWorkspace neighbourWorkspace =
        NeighbourWorkspace.spend(testProcess.engine(), LIMIT, 24);
    assertThat(testProcess.admit(LIMIT, "hot", 90)).isEqualTo(90);
    assertThat(hostile.admit(LIMIT, "hot", 90)).isEqualTo(90);
    for (int i = 0; i < 5_000; i++) {
      hostile.check(LIMIT, "flood-" + i);
    }

    assertThat(testProcess.observer().of(Event.SUBJECT_EVICTED)).isGreaterThan(4_900);
    assertThat(testProcess.observer().evicting()).containsExactly("hostile");
    assertThat(hostile.sees(LIMIT, "hot").own()).isEqualTo(90);
    assertThat(testProcess.sees(LIMIT, "hot").own()).isEqualTo(90);
    neighbourWorkspace.assertUntouched();
    return neighbourWorkspace;
  }

  @Test
  void adjacentSubjectsNearTheirLimitsSurviveAFlood() {
    TestProcess testProcess =
        virtualRegion.add(builder -> builder.maxSubjects(1_000)).in("hostile");
    NeighbourWorkspace neighbourWorkspace =
        NeighbourWorkspace.spend(testProcess.engine(), LIMIT, 450);
    for (int i = 0; i < 300; i++) {
      testProcess.check(LIMIT, "user-" + i, 90); // consecutive names: adjacent in the table
    }
    for (int i = 0; i < 50_000; i++) {
      testProcess.check(LIMIT, Integer.toHexString(i * 0x9E3779B9));
    }

    for (int i = 0; i < 300; i++) {
      assertThat(testProcess.sees(LIMIT, "user-" + i).own()).as("user-%s", i).isEqualTo(90);
    }
    assertThat(testProcess.observer().evicting()).containsExactly("hostile");
    neighbourWorkspace.assertUntouched();
  }

  @Test
  void evictedSubjectsAreCountedOnce() {
    TestProcess testProcess = virtualRegion.add(builder -> builder.maxSubjects(8));
    NeighbourWorkspace neighbourWorkspace =
        NeighbourWorkspace.spend(testProcess.engine(), LIMIT, 4);
    for (int i = 0; i < 500; i++) {
      testProcess.in("hostile").check(LIMIT, "flood-" + i);
    }

    assertThat(testProcess.observer().of(Event.SUBJECT_EVICTED))
        .isEqualTo(504 - testProcess.engine().subjects());
    assertThat(testProcess.observer().of(Event.UNITS_LOST_BY_EVICTION))
        .isEqualTo(504 - testProcess.engine().subjects());
    assertThat(testProcess.observer().evicting()).containsExactly("hostile");
    neighbourWorkspace.assertUntouched();
  }

  @Test
  void evictedCellsReachTheOriginAfterwards() {
    TestProcess testProcess = virtualRegion.peer(builder -> builder.maxSubjects(100));
    virtualRegion.settle();
    NeighbourWorkspace neighbourWorkspace =
        NeighbourWorkspace.spend(testProcess.engine(), LIMIT, 45);
    for (int i = 0; i < 220; i++) {
      testProcess.in("hostile").check(LIMIT, "flood-" + i);
    }
    virtualRegion.pass(400);

    assertThat(testProcess.observer().of(Event.SUBJECT_EVICTED)).isGreaterThanOrEqualTo(165);
    for (int i = 0; i < 220; i++) {
      assertThat(virtualRegion.total("hostile", LIMIT, "flood-" + i)).isEqualTo(1);
    }
    assertThat(testProcess.observer().of(Event.UNITS_LOST_BY_EVICTION)).isZero();
    assertUntouched(neighbourWorkspace, testProcess, 45);
  }

  @Test
  void lostUnitsAreCountedWhileTheOriginStaysUnavailable() {
    TestProcess testProcess = virtualRegion.peer(builder -> builder.maxSubjects(8));
    virtualRegion.settle();
    virtualRegion.origin.publishes(CallBehaviour.FAILING);
    for (int i = 0; i < 8; i++) {
      testProcess.check(
          LIMIT, "honest-" + i); // more than an equal share: some of them have to wait
    }
    for (int i = 0; i < 5_000; i++) {
      testProcess.in("hostile").check(LIMIT, "flood-" + i);
      virtualRegion.settle();
    }
    virtualRegion.pass(400);
    long lost = testProcess.observer().of(Event.UNITS_LOST_BY_EVICTION);
    // Twice the ceiling is kept, and the 4,096 that may always wait.
    assertThat(lost).isBetween(5_000L - 2 * 8 - 4_096, 5_000L - 4_096);
    virtualRegion.origin.publishes(CallBehaviour.ANSWERING);
    virtualRegion.pass(3_000);

    long arrived = virtualRegion.origin.publications().stream()
        .map(Publication::cell)
        .distinct()
        .filter(cell -> cell.subject().workspace().equals("hostile"))
        .filter(cell -> virtualRegion.origin.store().total(cell) > 0)
        .count();
    assertThat(arrived + lost).isEqualTo(5_000);
    for (int i = 0; i < 8; i++) {
      assertThat(virtualRegion.total(LIMIT, "honest-" + i)).as("honest-%s", i).isEqualTo(1);
    }
  }

  @Test
  void aSlightlyLateBatchLosesNothingUnderALowCeiling() {
    TestProcess testProcess = virtualRegion.peer(builder -> builder.maxSubjects(20));
    virtualRegion.settle();
    virtualRegion.origin.publishes(CallBehaviour.FAILING);
    NeighbourWorkspace neighbourWorkspace =
        NeighbourWorkspace.spend(testProcess.engine(), LIMIT, 10);
    for (int i = 0; i < 500; i++) {
      testProcess.in("hostile").check(LIMIT, "flood-" + i);
      virtualRegion.settle();
    }
    virtualRegion.pass(40);
    virtualRegion.origin.publishes(CallBehaviour.ANSWERING);
    virtualRegion.pass(3_000);

    assertThat(testProcess.observer().of(Event.SUBJECT_EVICTED)).isGreaterThanOrEqualTo(490);
    assertThat(testProcess.observer().of(Event.UNITS_LOST_BY_EVICTION)).isZero();
    for (int i = 0; i < 500; i++) {
      assertThat(virtualRegion.total("hostile", LIMIT, "flood-" + i)).isEqualTo(1);
    }
    assertUntouched(neighbourWorkspace, testProcess, 10);
  }

  @Test
  void aRestartedProcessIsANewWriter() {
    TestProcess before = virtualRegion.peer();
    virtualRegion.settle();
    before.admit(LIMIT, "a", 60);
    virtualRegion.pass(300);
    virtualRegion.kill(before);
    virtualRegion.pass(11_000); // the others no longer count it
    TestProcess after = virtualRegion.peer();
    after.settle();

    assertThat(after.admit(LIMIT, "a", 60)).isEqualTo(40);
    virtualRegion.pass(300);
    assertThat(virtualRegion.total(LIMIT, "a")).isEqualTo(100);
  }

  /**
   * Asserts that only the flooded workspace lost subjects, and that the origin contains what the other one spent,
   * once.
   */
  private void assertUntouched(
      NeighbourWorkspace neighbourWorkspace, TestProcess testProcess, int identifiers) {
    assertThat(testProcess.observer().evicting()).containsExactly("hostile");
    neighbourWorkspace.assertUntouched();
    for (int i = 0; i < identifiers; i++) {
      assertThat(virtualRegion.total(LIMIT, NeighbourWorkspace.identifier(i))).isEqualTo(1);
    }
  }

  /** Each of these subjects uses more of its limit than the subjects to be evicted. */
  private static void flood(TestProcess testProcess, int identifiers) {
    for (int i = 0; i < identifiers; i++) {
      testProcess.check(LIMIT, "flood-" + i, 30);
    }
  }
}
