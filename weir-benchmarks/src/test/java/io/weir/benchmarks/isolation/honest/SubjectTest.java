// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.isolation.honest;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.benchmarks.isolation.honest.Subject.Answer;
import org.junit.jupiter.api.Test;

class SubjectTest {
  private static final long RESET = 1_700_000_000_000L;

  private final Subject subject = new Subject("ann", false);

  private void useUp() {
    for (long left = Subject.LIMIT - 1; left >= 0; left--) {
      assertThat(subject.judge(1, new Answer(true, left, RESET))).isEmpty();
    }
  }

  @Test
  void asManyAsTheLimitPassAndTheNextIsRefused() {
    useUp();

    assertThat(subject.isUsedUp()).isTrue();
    assertThat(subject.judge(1, new Answer(false, 0, RESET))).isEmpty();
  }

  @Test
  void aCheckThatPassesBeyondTheLimitIsWrong() {
    useUp();

    assertThat(subject.judge(1, new Answer(true, 4, RESET)))
        .contains("expected success=false and remaining=0");
  }

  @Test
  void aLookChangesNothing() {
    assertThat(subject.judge(0, new Answer(true, Subject.LIMIT, RESET))).isEmpty();
    assertThat(subject.judge(0, new Answer(true, Subject.LIMIT - 1, RESET))).isNotEmpty();
  }

  @Test
  void afterALostRequestTheRightAnswerIsKnownOnlyIfTheLimitWasUsedUp() {
    Subject other = new Subject("bob", false);
    other.lose();
    useUp();
    subject.lose();

    assertThat(other.isKnown(0)).isFalse();
    assertThat(subject.isKnown(0)).isTrue();
  }

  @Test
  void nearTheEndOfTheWindowNothingIsKnown() {
    useUp();

    assertThat(subject.isKnown(RESET - 10_000)).isTrue();
    assertThat(subject.isKnown(RESET - 100)).isFalse();
  }
}
