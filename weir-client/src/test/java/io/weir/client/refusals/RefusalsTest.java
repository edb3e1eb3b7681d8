// SPDX-License-Identifier: Apache-2.0
package io.weir.client.refusals;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.client.refusals.Refusals.Moment;
import io.weir.client.refusals.Refusals.Refusal;
import io.weir.client.refusals.Refusals.Standing;
import io.weir.client.refusals.Refusals.Told;
import io.weir.client.rig.ManualTimer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A refusal that is remembered")
final class RefusalsTest {
  private static final Refusals.Key ME = new Refusals.Key("ns", "me", 10, 60_000);

  private final ManualTimer timer = new ManualTimer();
  private final Refusals refusals = new Refusals(100, timer);

  private void keep(Refusals.Key key, long cost, long millis) {
    keep(key, cost, millis, refusals.moment());
  }

  private void keep(Refusals.Key key, long cost, long millis, Moment asked) {
    refusals.keep(key, new Refusal(cost, 10, 0, 7, ""), new Told(millis, millis), asked);
  }

  private boolean stands(Refusals.Key key, long cost) {
    return refusals.find(key, cost) != null;
  }

  @Test
  @DisplayName("answers its cost and greater ones, never smaller ones, until its time is up")
  void standsForItsTime() {
    keep(ME, 5, 1_000);

    assertThat(stands(ME, 4)).isFalse();
    assertThat(stands(ME, 5)).isTrue();
    assertThat(stands(ME, 6)).isTrue();
    timer.advanceMillis(999);
    assertThat(stands(ME, 5)).isTrue();
    timer.advanceMillis(1);
    assertThat(stands(ME, 5)).isFalse();
    assertThat(stands(ME, Long.MAX_VALUE)).isFalse();
  }

  @Test
  @DisplayName("counts down what the server said")
  void countsDown() {
    keep(ME, 5, 1_000);
    timer.advanceMillis(400);

    assertThat(left()).isEqualTo(600);
  }

  private long left() {
    @Nullable Standing standing = refusals.find(ME, 5);
    return standing == null ? -1 : standing.leftMillis();
  }

  @Test
  @DisplayName("begins when it was asked for, not when the answer came")
  void beginsWithTheQuestion() {
    Moment asked = refusals.moment();
    timer.advanceMillis(700);
    keep(ME, 1, 1_000, asked);

    timer.advanceMillis(299);
    assertThat(stands(ME, 1)).isTrue();
    timer.advanceMillis(1);
    assertThat(stands(ME, 1)).isFalse();

    keep(ME, 1, 1_000, asked);
    assertThat(refusals.size()).as("over before it came").isZero();
  }

  @Test
  @DisplayName("stands no longer than is sure, and says no less than it was told")
  void standsWhileSure() {
    refusals.keep(ME, new Refusal(5, 10, 0, 7, ""), new Told(2_000, 990), refusals.moment());

    assertThat(left()).isEqualTo(2_000);
    timer.advanceMillis(990);
    assertThat(left()).isEqualTo(-1);

    refusals.keep(ME, new Refusal(5, 10, 0, 7, ""), new Told(1_000, 0), refusals.moment());
    assertThat(left()).isEqualTo(-1);
  }

  @Test
  @DisplayName("stands for a minute at most, since overrides may be changed by others")
  void standsForAMinuteAtMost() {
    keep(ME, 5, Long.MAX_VALUE);

    timer.advanceMillis(59_999);
    assertThat(stands(ME, 5)).isTrue();
    timer.advanceMillis(1);
    assertThat(stands(ME, 5)).isFalse();
  }

  @Test
  @DisplayName("is for one namespace, identifier, limit and duration")
  void isForOneKey() {
    keep(ME, 1, 1_000);

    assertThat(stands(new Refusals.Key("ns2", "me", 10, 60_000), 1)).isFalse();
    assertThat(stands(new Refusals.Key("ns", "you", 10, 60_000), 1)).isFalse();
    assertThat(stands(new Refusals.Key("ns", "me", 11, 60_000), 1)).isFalse();
    assertThat(stands(new Refusals.Key("ns", "me", 10, 60_001), 1)).isFalse();
  }

  @Test
  @DisplayName("has nothing to do with looks, which cost nothing")
  void looksAreAsked() {
    keep(ME, 1, 1_000);
    assertThat(stands(ME, 0)).isFalse();

    keep(new Refusals.Key("ns", "look", 10, 60_000), 0, 1_000);
    assertThat(refusals.size()).isEqualTo(1);
  }

  @Test
  @DisplayName("gives way to one that says more, not to one that says less")
  void sayingMore() {
    keep(ME, 5, 1_000);
    keep(ME, 6, 1_000);
    assertThat(stands(ME, 5)).as("a greater cost says nothing new").isTrue();

    keep(ME, 2, 500);
    assertThat(stands(ME, 2)).as("a smaller cost does").isTrue();
    timer.advanceMillis(500);
    assertThat(stands(ME, 2)).isFalse();
  }

  @Test
  @DisplayName(
      "goes when an override is changed; those on their way are dropped, and for five seconds none is kept")
  void changes() {
    keep(ME, 1, 60_000);
    Moment before = refusals.moment();

    refusals.forgetAll();

    assertThat(stands(ME, 1)).isFalse();
    keep(ME, 1, 60_000, before);
    assertThat(stands(ME, 1)).as("asked before the change").isFalse();
    timer.advanceMillis(4_999);
    keep(ME, 1, 60_000);
    assertThat(stands(ME, 1)).as("not every server may know yet").isFalse();
    timer.advanceMillis(1);
    keep(ME, 1, 60_000, before);
    assertThat(stands(ME, 1)).as("asked before the change").isFalse();
    keep(ME, 1, 60_000);
    assertThat(stands(ME, 1)).isTrue();
  }

  @Test
  @DisplayName("is one of so many at most, and those that end first make room")
  void areBounded() {
    for (int i = 0; i < 1_000; i++) {
      keep(new Refusals.Key("ns", "id-" + i, 10, 60_000), 1, 1_000 + i);
      assertThat(refusals.size()).isLessThanOrEqualTo(100);
    }
    assertThat(refusals.size()).isEqualTo(100);
    assertThat(stands(new Refusals.Key("ns", "id-999", 10, 60_000), 1)).isTrue();

    assertNoneIsRemembered();
  }

  @Test
  @DisplayName("gives way to a new one when it has ended, however many came before")
  void makesRoomForNewOnes() {
    for (int i = 0; i < 10_000; i++) {
      keep(new Refusals.Key("ns", "old-" + i, 10, 60_000), 1, 1_000);
    }
    timer.advanceMillis(1_000);
    for (int i = 0; i < 50; i++) {
      keep(new Refusals.Key("ns", "new-" + i, 10, 60_000), 1, 1_000);
    }

    for (int i = 0; i < 50; i++) {
      assertThat(stands(new Refusals.Key("ns", "new-" + i, 10, 60_000), 1))
          .as("%d", i)
          .isTrue();
    }
  }

  private void assertNoneIsRemembered() {
    Refusals none = new Refusals(0, timer);
    none.keep(ME, new Refusal(1, 10, 0, 7, ""), new Told(1_000, 1_000), none.moment());
    assertThat(none.size()).isZero();
  }
}
