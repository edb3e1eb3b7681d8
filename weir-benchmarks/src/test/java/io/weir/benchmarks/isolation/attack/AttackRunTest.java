// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.isolation.attack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AttackRunTest {
  private static final Target NOBODY = new Target(1, "key");

  /** Answers, fails and times out in turn, and signals each step. */
  private static final class Scripted implements Attacker {
    private final CountDownLatch steps;

    Scripted(CountDownLatch steps) {
      this.steps = steps;
    }

    @Override
    public String act(long number) throws IOException {
      steps.countDown();
      return switch ((int) number) {
        case 0 -> "200";
        case 1 -> throw new EOFException();
        case 2 -> throw new SocketTimeoutException();
        default -> "403";
      };
    }

    @Override
    public void close() {
      // There is no connection to close.
    }
  }

  @Test
  void stepsAreCountedByOutcome() throws Exception {
    CountDownLatch steps = new CountDownLatch(5);
    AttackRun run =
        AttackRun.start(Attack.of("test", 1, 1_000, target -> new Scripted(steps)), NOBODY, 0);

    assertThat(steps.await(20, TimeUnit.SECONDS)).isTrue();
    run.close();

    assertThat(run.outcomes())
        .containsAllEntriesOf(Map.of("200", 1L, "closed", 1L, "timeout", 1L))
        .containsKey("403");
    assertThat(run.steps()).isGreaterThanOrEqualTo(5);
  }

  @Test
  void theRateIsAMaximum() throws Exception {
    CountDownLatch steps = new CountDownLatch(4);
    long began = System.nanoTime();
    AttackRun run =
        AttackRun.start(Attack.of("test", 2, 20, target -> new Scripted(steps)), NOBODY, 0);

    assertThat(steps.await(20, TimeUnit.SECONDS)).isTrue();
    run.close();

    // Each of the two attackers has made two steps, a tenth of a second apart.
    assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(90));
  }
}
