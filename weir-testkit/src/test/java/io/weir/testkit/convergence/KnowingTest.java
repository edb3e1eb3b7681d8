// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Decision;
import io.weir.Event;
import io.weir.Explanation.Counts;
import io.weir.Limit;
import io.weir.SubjectKey;
import io.weir.engine.Engine;
import io.weir.ledger.PushPolicy;
import io.weir.testkit.rig.Peer;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a process with siblings and other regions knows, and what it says that it may not know. */
class KnowingTest {
  private static final Limit LIMIT = Limit.of(100, Duration.ofMinutes(1));
  private static final SubjectKey ALICE = new SubjectKey("w", "n", "alice", 60_000);

  private final Globe globe = new Globe(PushPolicy.WEIR);
  private final Peer here = globe.peer("here");
  private final Peer sibling = globe.peer("here");
  private final Peer abroad = globe.peer("abroad");

  private void spend() {
    globe.rig.pass(1_000);
    here.check(LIMIT, "alice", 5);
    sibling.check(LIMIT, "alice", 7);
    abroad.check(LIMIT, "alice", 60); // more than half: told at once
    globe.rig.pass(10_000);
  }

  private Engine.Known known(Peer peer) {
    return peer.engine().known(ALICE).orElseThrow();
  }

  @Test
  @DisplayName("own, siblings' and other regions' counts are known of both windows")
  void everybodysCounts() {
    spend();
    here.sees(LIMIT, "alice");
    globe.rig.pass(1_000);

    assertThat(known(here).current()).isEqualTo(new Counts(5, 7, 60, 0));

    globe.rig.pass(60_000, 10);
    here.check(LIMIT, "alice", 2);

    assertThat(known(here).current()).isEqualTo(new Counts(2, 0, 0, 0));
    assertThat(known(here).previous()).isEqualTo(new Counts(5, 7, 60, 0));
    assertThat(known(here).writer()).isNotEqualTo(known(sibling).writer());
  }

  @Test
  @DisplayName("looking asks nobody, makes nothing strict, and makes no subject")
  void disturbsNothing() {
    spend();
    long reads = here.tally().of(Event.ORIGIN_READ);
    long strict = here.tally().of(Event.STRICT_ACTIVATED);
    long subjects = here.engine().subjects();
    Counts before = known(here).current();
    globe.rig.pass(20_000, 10); // by now a check would have to ask

    for (int i = 0; i < 100; i++) {
      assertThat(here.engine().known(ALICE)).isPresent();
      assertThat(here.engine().known(new SubjectKey("w", "n", "bob-" + i, 60_000)))
          .isEmpty();
    }
    globe.rig.settle();

    assertThat(known(here).current()).isEqualTo(before);
    assertThat(here.tally().of(Event.ORIGIN_READ)).isEqualTo(reads);
    assertThat(here.tally().of(Event.STRICT_ACTIVATED)).isEqualTo(strict);
    assertThat(here.engine().subjects()).isEqualTo(subjects);
  }

  @Test
  @DisplayName(
      "amid other regions a decision says what they may have spent unseen, and by how much the limit may be exceeded")
  void possibleExcess() {
    globe.rig.pass(30_000, 10);

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
