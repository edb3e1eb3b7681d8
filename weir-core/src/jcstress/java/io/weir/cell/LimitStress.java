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
import org.openjdk.jcstress.infra.results.ZZJ_Result;

/**
 * A single check and a reservation that do not both fit: exactly one of them passes. The sign bit of own makes the
 * check's compare-and-set fail while the reservation is held.
 */
@JCStressTest
@Outcome(id = "true, false, 2", expect = Expect.ACCEPTABLE, desc = "the check came first")
@Outcome(id = "false, true, 2", expect = Expect.ACCEPTABLE, desc = "the reservation came first")
@Outcome(expect = Expect.FORBIDDEN, desc = "both, neither, or a count that is not what passed")
@State
public class LimitStress {
  private final Cell cell = new SubjectTable(8, SubjectTable.StoreSharing.NONE, Observer.NONE)
      .scope("w", "n", 1_000)
      .subject("a", 0)
      .current();

  @Actor
  public void check(ZZJ_Result seen) {
    seen.r1 = cell.admit(new Evaluation(3, 1_000, 2, 0)) == AdmitResult.ADMITTED;
  }

  @Actor
  public void reserve(ZZJ_Result seen) {
    seen.r2 = cell.reserve(new Evaluation(3, 1_000, 2, 0), false, 0) == AdmitResult.ADMITTED;
    if (seen.r2) {
      cell.commit(2);
    }
  }

  @Arbiter
  public void count(ZZJ_Result seen) {
    seen.r3 = cell.count();
  }
}
