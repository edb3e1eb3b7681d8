// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import io.weir.Observer;
import io.weir.window.Evaluation;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/**
 * An admission that finds its cell in the queue is seen by the agent that removes the cell; one that does not find it
 * queues the cell again. So in any order the agent ends with the whole count. The cell's own, nextSignal and signalAt
 * are volatile, and each side writes its own before it reads the other's.
 */
@JCStressTest
@Outcome(
    id = "1, 2",
    expect = Expect.ACCEPTABLE,
    desc = "polled before the second admission, and signalled again")
@Outcome(id = "2, 2", expect = Expect.ACCEPTABLE, desc = "polled after it")
@Outcome(expect = Expect.FORBIDDEN, desc = "an admission without a signal")
@State
public class SignalStress {
  private final SubjectTable table =
      new SubjectTable(8, new SubjectTable.StoreSharing(true, false, Imports.NONE), Observer.NONE);
  private final Cell cell = table.scope("w", "n", 1_000).subject("a", 0).current();
  private long published;

  /** Starts with one unit admitted: the cell is in the queue. */
  public SignalStress() {
    cell.admit(new Evaluation(10, 1_000, 1, 0));
  }

  @Actor
  public void check() {
    cell.admit(new Evaluation(10, 1_000, 1, 0));
  }

  @Actor
  public void publish(JJ_Result seen) {
    poll();
    seen.r1 = published;
  }

  @Arbiter
  public void publishAgain(JJ_Result seen) {
    poll();
    seen.r2 = published;
  }

  private void poll() {
    for (Cell next = table.signals().poll();
        next != null;
        next = table.signals().poll()) {
      published = next.count();
      next.signalAt(published + 1);
      published = next.count();
    }
  }
}
