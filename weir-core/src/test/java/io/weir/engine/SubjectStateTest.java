// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Explanation.CountsByOrigin;
import io.weir.SubjectKey;
import org.junit.jupiter.api.Test;

/** Tests what a process without stores reports about subjects and other processes. */
class SubjectStateTest {
  private static final SubjectKey ALICE = new SubjectKey("acme", "api", "alice", 60_000);

  private final StandaloneEngine process = new StandaloneEngine();
  private final Limiter limiter = process.perMinute(100);

  @Test
  void lookingAtAnUnknownSubjectCreatesNone() {
    assertThat(process.engine.inspect(ALICE)).isEmpty();
    assertThat(process.engine.subjects()).isZero();

    limiter.check("alice", 3);

    assertThat(process.engine.inspect(new SubjectKey("acme", "api", "bob", 60_000)))
        .isEmpty();
    assertThat(process.engine.inspect(new SubjectKey("acme", "api", "alice", 1_000)))
        .isEmpty();
    assertThat(process.engine.inspect(new SubjectKey("other", "api", "alice", 60_000)))
        .isEmpty();
    assertThat(process.engine.subjects()).isEqualTo(1);
  }

  @Test
  void lookingReportsBothWindowsAndChangesNeither() {
    limiter.check("alice", 30);
    process.clock.advanceMillis(60_000);
    limiter.check("alice", 4);

    for (int i = 0; i < 3; i++) {
      Engine.SubjectState subjectState = process.engine.inspect(ALICE).orElseThrow();

      assertThat(subjectState.sequence()).isEqualTo(StandaloneEngine.MIDNIGHT / 60_000 + 1);
      assertThat(subjectState.current()).isEqualTo(new CountsByOrigin(4, 0, 0, 0));
      assertThat(subjectState.previous()).isEqualTo(new CountsByOrigin(30, 0, 0, 0));
      assertThat(subjectState.writer()).isNotEmpty();
    }
  }

  @Test
  void lookingStartsNoWindowAndSpendsNothing() {
    limiter.check("alice", 30);
    process.clock.advanceMillis(60_000);

    Engine.SubjectState subjectState = process.engine.inspect(ALICE).orElseThrow();

    assertThat(subjectState.sequence())
        .as("the newest that it saw")
        .isEqualTo(StandaloneEngine.MIDNIGHT / 60_000);
    assertThat(subjectState.current()).isEqualTo(new CountsByOrigin(30, 0, 0, 0));
    assertThat(limiter.check("alice", 0).remaining()).isEqualTo(70);
  }

  @Test
  void aStandaloneProcessReportsNoExcess() {
    for (int i = 0; i < 150; i++) {
      assertThat(limiter.check("alice", 1).possibleExcess()).isZero();
      assertThat(limiter.check("alice", 1).explain().unseen()).isZero();
    }
  }
}
