// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Decision;
import io.weir.Event;
import io.weir.Explanation.CountsByOrigin;
import io.weir.LimitPolicy;
import io.weir.SubjectKey;
import io.weir.engine.Engine;
import io.weir.ledger.PushPolicy;
import io.weir.testkit.rig.TestProcess;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests of what a process with siblings and other regions knows, and what it reports as possibly unknown. */
class SharedSubjectStateTest {
  private static final LimitPolicy LIMIT = LimitPolicy.of(100, Duration.ofMinutes(1));
  private static final SubjectKey ALICE = new SubjectKey("w", "n", "alice", 60_000);

  private final VirtualRegions virtualRegions = new VirtualRegions(PushPolicy.WEIR);
  private final TestProcess here = virtualRegions.peer("here");
  private final TestProcess sibling = virtualRegions.peer("here");
  private final TestProcess abroad = virtualRegions.peer("abroad");

  private void spend() {
    virtualRegions.virtualRegion.pass(1_000);
    here.check(LIMIT, "alice", 5);
    sibling.check(LIMIT, "alice", 7);
    abroad.check(LIMIT, "alice", 60); // more than half: published immediately
    virtualRegions.virtualRegion.pass(10_000);
  }

  private Engine.SubjectState known(TestProcess testProcess) {
    return testProcess.engine().inspect(ALICE).orElseThrow();
  }

  @Test
  void countsOfAllSourcesAreKnownForBothWindows() {
    spend();
    here.sees(LIMIT, "alice");
    virtualRegions.virtualRegion.pass(1_000);

    assertThat(known(here).current()).isEqualTo(new CountsByOrigin(5, 7, 60, 0));

    virtualRegions.virtualRegion.pass(60_000, 10);
    here.check(LIMIT, "alice", 2);

    assertThat(known(here).current()).isEqualTo(new CountsByOrigin(2, 0, 0, 0));
    assertThat(known(here).previous()).isEqualTo(new CountsByOrigin(5, 7, 60, 0));
    assertThat(known(here).writer()).isNotEqualTo(known(sibling).writer());
  }

  @Test
  void lookingReadsNothingAndCreatesNoSubject() {
    spend();
    long reads = here.observer().of(Event.ORIGIN_READ);
    long strict = here.observer().of(Event.STRICT_ACTIVATED);
    long subjects = here.engine().subjects();
    CountsByOrigin before = known(here).current();
    virtualRegions.virtualRegion.pass(20_000, 10); // by now a check would need a read

    for (int i = 0; i < 100; i++) {
      assertThat(here.engine().inspect(ALICE)).isPresent();
      assertThat(here.engine().inspect(new SubjectKey("w", "n", "bob-" + i, 60_000)))
          .isEmpty();
    }
    virtualRegions.virtualRegion.settle();

    assertThat(known(here).current()).isEqualTo(before);
    assertThat(here.observer().of(Event.ORIGIN_READ)).isEqualTo(reads);
    assertThat(here.observer().of(Event.STRICT_ACTIVATED)).isEqualTo(strict);
    assertThat(here.engine().subjects()).isEqualTo(subjects);
  }

  @Test
  void aDecisionReportsThePossibleExcess() {
    virtualRegions.virtualRegion.pass(30_000, 10);

    Decision first = here.check(LIMIT, "alice", 1);
    Decision nearTheLimit = here.check(LIMIT, "alice", 90);

    assertThat(first.explain().unseen()).as("a share that others may hide").isPositive();
    assertThat(first.possibleExcess()).as("which still fits").isZero();
    assertThat(nearTheLimit.allowed()).isTrue();
    assertThat(nearTheLimit.possibleExcess())
        .isEqualTo(91 + nearTheLimit.explain().unseen() - 100)
        .isPositive();
    assertThat(here.check(LIMIT, "alice", 50).possibleExcess()).as("a refusal").isZero();
  }
}
