// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import io.weir.Observer;
import io.weir.window.Evaluation;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/**
 * A look at a subject while its window ends sees a window and its predecessor, both of the same time: never the old
 * one without its predecessor, which the rotation removes, and never the new one without the old.
 */
@JCStressTest
@Outcome(id = "3, 5", expect = Expect.ACCEPTABLE, desc = "before the rotation")
@Outcome(id = "0, 3", expect = Expect.ACCEPTABLE, desc = "after the rotation, before the admission")
@Outcome(id = "1, 3", expect = Expect.ACCEPTABLE, desc = "after the admission")
@Outcome(expect = Expect.FORBIDDEN, desc = "windows that do not belong together")
@State
public class RotationStress {
  private final Subject subject = new SubjectTable(8, SubjectTable.StoreSharing.NONE, Observer.NONE)
      .scope("w", "n", 1_000)
      .subject("a", 0);

  /** Starts with five units in the first window and three in the second. */
  public RotationStress() {
    subject.admit(at(0, 5));
    subject.admit(at(1_000, 3));
  }

  private static Evaluation at(long epochMillis, long cost) {
    return new Evaluation(100, 1_000, cost, epochMillis);
  }

  @Actor
  public void check() {
    subject.admit(at(2_000, 1));
  }

  @Actor
  public void look(JJ_Result seen) {
    Evaluation e = at(1_500, 0);
    subject.admit(e);
    seen.r1 = e.own();
    seen.r2 = e.previousOwn();
  }
}
