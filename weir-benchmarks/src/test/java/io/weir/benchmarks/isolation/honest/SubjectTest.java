// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.isolation.honest;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.benchmarks.isolation.honest.HonestIdentifier.ExpectedAnswer;
import org.junit.jupiter.api.Test;

class SubjectTest {
  private static final long RESET = 1_700_000_000_000L;

  private final HonestIdentifier honestIdentifier = new HonestIdentifier("ann", false);

  private void useUp() {
    for (long left = HonestIdentifier.LIMIT - 1; left >= 0; left--) {
      assertThat(honestIdentifier.judge(1, new ExpectedAnswer(true, left, RESET)))
          .isEmpty();
    }
  }

  @Test
  void checksUpToTheLimitAreAllowedAndTheNextIsRefused() {
    useUp();

    assertThat(honestIdentifier.isUsedUp()).isTrue();
    assertThat(honestIdentifier.judge(1, new ExpectedAnswer(false, 0, RESET))).isEmpty();
  }

  @Test
  void anAllowedCheckBeyondTheLimitIsAFault() {
    useUp();

    assertThat(honestIdentifier.judge(1, new ExpectedAnswer(true, 4, RESET)))
        .contains("expected success=false and remaining=0");
  }

  @Test
  void aLookChangesNothing() {
    assertThat(honestIdentifier.judge(0, new ExpectedAnswer(true, HonestIdentifier.LIMIT, RESET)))
        .isEmpty();
    assertThat(
            honestIdentifier.judge(0, new ExpectedAnswer(true, HonestIdentifier.LIMIT - 1, RESET)))
        .isNotEmpty();
  }

  @Test
  void afterALostRequestTheExpectedAnswerIsKnownOnlyIfTheLimitIsUsedUp() {
    HonestIdentifier other = new HonestIdentifier("bob", false);
    other.lose();
    useUp();
    honestIdentifier.lose();

    assertThat(other.isKnown(0)).isFalse();
    assertThat(honestIdentifier.isKnown(0)).isTrue();
  }

  @Test
  void nearTheEndOfTheWindowNoAnswerIsKnown() {
    useUp();

    assertThat(honestIdentifier.isKnown(RESET - 10_000)).isTrue();
    assertThat(honestIdentifier.isKnown(RESET - 100)).isFalse();
  }
}
