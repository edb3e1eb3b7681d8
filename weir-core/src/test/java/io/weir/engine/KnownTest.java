// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Explanation.Counts;
import io.weir.SubjectKey;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a process without stores knows, and says of others. */
class KnownTest {
  private static final SubjectKey ALICE = new SubjectKey("acme", "api", "alice", 60_000);

  private final OneProcess process = new OneProcess();
  private final Limiter limiter = process.perMinute(100);

  @Test
  @DisplayName("of a subject that nobody asked about nothing is known, and asking makes none")
  void unknown() {
    assertThat(process.engine.known(ALICE)).isEmpty();
    assertThat(process.engine.subjects()).isZero();

    limiter.check("alice", 3);

    assertThat(process.engine.known(new SubjectKey("acme", "api", "bob", 60_000)))
        .isEmpty();
    assertThat(process.engine.known(new SubjectKey("acme", "api", "alice", 1_000)))
        .isEmpty();
    assertThat(process.engine.known(new SubjectKey("other", "api", "alice", 60_000)))
        .isEmpty();
    assertThat(process.engine.subjects()).isEqualTo(1);
  }

  @Test
  @DisplayName("both windows are known, and stay what they are however often they are looked at")
  void bothWindows() {
    limiter.check("alice", 30);
    process.clock.advanceMillis(60_000);
    limiter.check("alice", 4);

    for (int i = 0; i < 3; i++) {
      Engine.Known known = process.engine.known(ALICE).orElseThrow();

      assertThat(known.sequence()).isEqualTo(OneProcess.MIDNIGHT / 60_000 + 1);
      assertThat(known.current()).isEqualTo(new Counts(4, 0, 0, 0));
      assertThat(known.previous()).isEqualTo(new Counts(30, 0, 0, 0));
      assertThat(known.writer()).isNotEmpty();
    }
  }

  @Test
  @DisplayName("a look does not begin a new window, and takes nothing from what can be spent")
  void disturbsNothing() {
    limiter.check("alice", 30);
    process.clock.advanceMillis(60_000);

    Engine.Known known = process.engine.known(ALICE).orElseThrow();

    assertThat(known.sequence())
        .as("the newest that it saw")
        .isEqualTo(OneProcess.MIDNIGHT / 60_000);
    assertThat(known.current()).isEqualTo(new Counts(30, 0, 0, 0));
    assertThat(limiter.check("alice", 0).remaining()).isEqualTo(70);
  }

  @Test
  @DisplayName("a process on its own exceeds nothing, and says so")
  void aloneNothingIsExceeded() {
    for (int i = 0; i < 150; i++) {
      assertThat(limiter.check("alice", 1).possibleExcess()).isZero();
      assertThat(limiter.check("alice", 1).explain().unseen()).isZero();
    }
  }
}
