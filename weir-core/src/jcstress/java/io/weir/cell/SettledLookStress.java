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
import org.openjdk.jcstress.infra.results.J_Result;

/** A look that a batch holds and settles holds no cost: it must not change a count that other threads use. */
@JCStressTest
@Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "both admissions are counted")
@Outcome(expect = Expect.FORBIDDEN, desc = "the look removed an admission")
@State
public class SettledLookStress {
  private final Cell cell = new SubjectTable(8, SubjectTable.StoreSharing.NONE, Observer.NONE)
      .scope("w", "n", 1_000)
      .subject("a", 0)
      .current();

  @Actor
  public void check() {
    cell.admit(new Evaluation(10, 1_000, 1, 0));
    cell.admit(new Evaluation(10, 1_000, 1, 0));
  }

  @Actor
  public void lookInABatch() {
    cell.reserve(new Evaluation(10, 1_000, 0, 0), false, 0);
    cell.commit(0);
  }

  @Arbiter
  public void count(J_Result seen) {
    seen.r1 = cell.count();
  }
}
