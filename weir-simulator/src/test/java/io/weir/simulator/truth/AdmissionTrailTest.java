// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.truth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AdmissionTrailTest {
  private static final int READER = 7;
  private static final int HOME = 1;

  private final AdmissionTrail admissionTrail = new AdmissionTrail();
  private final List<String> known = new ArrayList<>();

  private void seen(long foreign, long nowMillis) {
    admissionTrail.seen(
        READER,
        foreign,
        nowMillis,
        (units, millis, wasHidden) ->
            known.add(units + " after " + millis + (wasHidden ? " hidden" : "")));
  }

  @Test
  void aUnitIsKnownOnceTheKnownSumReachesIt() {
    admissionTrail.pushed(0, 0);
    admissionTrail.pushed(2, 0);
    admissionTrail.follow(READER, HOME, 0);
    admissionTrail.admitted(0, 3, 100);
    admissionTrail.admitted(2, 4, 200);

    seen(3, 500);
    seen(7, 900);

    assertThat(known).containsExactly("3 after 400", "4 after 700");
  }

  @Test
  void theOwnRegionIsSkipped() {
    admissionTrail.pushed(0, 0);
    admissionTrail.follow(READER, HOME, 0);
    admissionTrail.admitted(HOME, 50, 100);
    admissionTrail.admitted(0, 2, 200);
    admissionTrail.admitted(HOME, 50, 300);

    seen(2, 400);

    assertThat(known).containsExactly("2 after 200");
    assertThat(admissionTrail.unknown(Long.MAX_VALUE, process -> true)).isZero();
  }

  @Test
  void anAdmissionCanBeKnownInParts() {
    admissionTrail.pushed(0, 0);
    admissionTrail.follow(READER, HOME, 0);
    admissionTrail.admitted(0, 10, 100);

    seen(4, 200);
    seen(4, 250);
    seen(9, 300);
    assertThat(admissionTrail.unknown(Long.MAX_VALUE, process -> true)).isEqualTo(1);
    seen(10, 400);

    assertThat(known).containsExactly("4 after 100", "5 after 200", "1 after 300");
    assertThat(admissionTrail.unknown(Long.MAX_VALUE, process -> true)).isZero();
  }

  @Test
  void unitsBeforeTheirRegionsFirstPushWereHidden() {
    admissionTrail.follow(READER, HOME, 0);
    admissionTrail.admitted(0, 1, 100);
    admissionTrail.admitted(0, 1, 200);
    admissionTrail.admitted(2, 1, 250);
    admissionTrail.pushed(0, 200);
    admissionTrail.pushed(0, 5_000); // a later push: only the first one counts

    seen(3, 300);

    assertThat(known).containsExactly("1 after 200 hidden", "1 after 100", "1 after 50 hidden");
  }

  @Test
  void excessiveAndShrinkingSumsAreIgnored() {
    admissionTrail.pushed(0, 0);
    admissionTrail.follow(READER, HOME, 0);
    admissionTrail.admitted(0, 2, 100);

    seen(99, 200);
    seen(1, 300);

    assertThat(known).containsExactly("2 after 100");
  }

  @Test
  void aLateProcessWaitsOnlyFromItsStart() {
    admissionTrail.pushed(0, 0);
    admissionTrail.admitted(0, 5, 100);
    admissionTrail.admitted(0, 2, 200);
    admissionTrail.follow(READER, HOME, 10_000);

    seen(5, 10_000);
    seen(7, 10_300);
    admissionTrail.admitted(0, 1, 10_400);
    seen(8, 10_500);

    assertThat(known).containsExactly("2 after 300", "1 after 100");
  }

  @Test
  void processesThatNeverDecidedAreNotFollowed() {
    admissionTrail.admitted(0, 2, 100);

    seen(2, 200);

    assertThat(known).isEmpty();
    assertThat(admissionTrail.unknown(Long.MAX_VALUE, process -> true)).isZero();
  }

  @Test
  void unknownUnitsCountOncePerLiveProcess() {
    admissionTrail.follow(READER, HOME, 0);
    admissionTrail.follow(8, 2, 0);
    admissionTrail.follow(9, HOME, 0);
    for (int i = 0; i < 10; i++) { // more than its initial capacity
      admissionTrail.admitted(i % 2 == 0 ? 0 : HOME, 1, i * 100L);
    }
    seen(2, 1_000);

    // The reader lacks three of region 0's five; the process in region 2 lacks all ten.
    assertThat(admissionTrail.unknown(Long.MAX_VALUE, process -> process == READER))
        .isEqualTo(3);
    assertThat(admissionTrail.unknown(Long.MAX_VALUE, process -> process == 8)).isEqualTo(10);
    assertThat(admissionTrail.unknown(Long.MAX_VALUE, process -> process != 9)).isEqualTo(13);
    assertThat(admissionTrail.unknown(500, process -> process == 8)).isEqualTo(5);
    assertThat(admissionTrail.unknown(Long.MAX_VALUE, process -> false)).isZero();
  }
}
