// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.truth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TrailTest {
  private static final int READER = 7;
  private static final int HOME = 1;

  private final Trail trail = new Trail();
  private final List<String> known = new ArrayList<>();

  private void heard(long foreign, long nowMillis) {
    trail.heard(
        READER,
        foreign,
        nowMillis,
        (units, millis, wasHidden) ->
            known.add(units + " after " + millis + (wasHidden ? " hidden" : "")));
  }

  @Test
  @DisplayName("the k-th unit of the others is known when the known sum reaches k")
  void prefixSums() {
    trail.told(0, 0);
    trail.told(2, 0);
    trail.follow(READER, HOME, 0);
    trail.admitted(0, 3, 100);
    trail.admitted(2, 4, 200);

    heard(3, 500);
    heard(7, 900);

    assertThat(known).containsExactly("3 after 400", "4 after 700");
  }

  @Test
  @DisplayName("what the process's own region admitted is nobody's news")
  void ownRegionIsSkipped() {
    trail.told(0, 0);
    trail.follow(READER, HOME, 0);
    trail.admitted(HOME, 50, 100);
    trail.admitted(0, 2, 200);
    trail.admitted(HOME, 50, 300);

    heard(2, 400);

    assertThat(known).containsExactly("2 after 200");
    assertThat(trail.unknown(Long.MAX_VALUE, life -> true)).isZero();
  }

  @Test
  @DisplayName("an admission of several units can be known in parts, each with its own delay")
  void partsOfAnAdmission() {
    trail.told(0, 0);
    trail.follow(READER, HOME, 0);
    trail.admitted(0, 10, 100);

    heard(4, 200);
    heard(4, 250);
    heard(9, 300);
    assertThat(trail.unknown(Long.MAX_VALUE, life -> true)).isEqualTo(1);
    heard(10, 400);

    assertThat(known).containsExactly("4 after 100", "5 after 200", "1 after 300");
    assertThat(trail.unknown(Long.MAX_VALUE, life -> true)).isZero();
  }

  @Test
  @DisplayName("what was admitted before its region told of the window was hidden, and only that")
  void hidden() {
    trail.follow(READER, HOME, 0);
    trail.admitted(0, 1, 100);
    trail.admitted(0, 1, 200);
    trail.admitted(2, 1, 250);
    trail.told(0, 200);
    trail.told(0, 5_000); // tells more: the first time counts

    heard(3, 300);

    assertThat(known).containsExactly("1 after 200 hidden", "1 after 100", "1 after 50 hidden");
  }

  @Test
  @DisplayName(
      "more than was admitted is no more than was admitted, and less than before is no news")
  void neitherMoreNorLess() {
    trail.told(0, 0);
    trail.follow(READER, HOME, 0);
    trail.admitted(0, 2, 100);

    heard(99, 200);
    heard(1, 300);

    assertThat(known).containsExactly("2 after 100");
  }

  @Test
  @DisplayName(
      "who comes late did not wait for what it knew when it came, and for the rest only from then on")
  void aLateComer() {
    trail.told(0, 0);
    trail.admitted(0, 5, 100);
    trail.admitted(0, 2, 200);
    trail.follow(READER, HOME, 10_000);

    heard(5, 10_000);
    heard(7, 10_300);
    trail.admitted(0, 1, 10_400);
    heard(8, 10_500);

    assertThat(known).containsExactly("2 after 300", "1 after 100");
  }

  @Test
  @DisplayName("who never decided on the window is not followed")
  void strangers() {
    trail.admitted(0, 2, 100);

    heard(2, 200);

    assertThat(known).isEmpty();
    assertThat(trail.unknown(Long.MAX_VALUE, life -> true)).isZero();
  }

  @Test
  @DisplayName("unknown counts once for each process that still lives, and nothing that is too new")
  void unknown() {
    trail.follow(READER, HOME, 0);
    trail.follow(8, 2, 0);
    trail.follow(9, HOME, 0);
    for (int i = 0; i < 10; i++) { // more than it has room for at first
      trail.admitted(i % 2 == 0 ? 0 : HOME, 1, i * 100L);
    }
    heard(2, 1_000);

    // The reader lacks three of region 0's five; of all ten, whoever sits in region 2 lacks every
    // one.
    assertThat(trail.unknown(Long.MAX_VALUE, life -> life == READER)).isEqualTo(3);
    assertThat(trail.unknown(Long.MAX_VALUE, life -> life == 8)).isEqualTo(10);
    assertThat(trail.unknown(Long.MAX_VALUE, life -> life != 9)).isEqualTo(13);
    assertThat(trail.unknown(500, life -> life == 8)).isEqualTo(5);
    assertThat(trail.unknown(Long.MAX_VALUE, life -> false)).isZero();
  }
}
