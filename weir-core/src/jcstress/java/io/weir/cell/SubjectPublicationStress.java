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
 * A thread that finds a subject in the table sees it complete: its cell, the cell's window, and a count that is 0
 * until the admission and 1 after it. The map publishes the subject; the cell's start is final, its count volatile.
 */
@JCStressTest
@Outcome(id = "-1, -1", expect = Expect.ACCEPTABLE, desc = "not in the table yet")
@Outcome(id = "5000, 0", expect = Expect.ACCEPTABLE, desc = "in the table, nothing admitted yet")
@Outcome(id = "5000, 1", expect = Expect.ACCEPTABLE, desc = "in the table, with the admission")
@Outcome(expect = Expect.FORBIDDEN, desc = "a subject or a cell that is incomplete")
@State
public class SubjectPublicationStress {
  private final Scope scope =
      new SubjectTable(8, SubjectTable.StoreSharing.NONE, Observer.NONE).scope("w", "n", 1_000);

  @Actor
  public void check() {
    scope.subject("a", 5_432).admit(new Evaluation(10, 1_000, 1, 5_432));
  }

  @Actor
  public void find(JJ_Result seen) {
    Subject subject = scope.find("a");
    seen.r1 = subject == null ? -1 : subject.current().start();
    seen.r2 = subject == null ? -1 : subject.current().count();
  }
}
