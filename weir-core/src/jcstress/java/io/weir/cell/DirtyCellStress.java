// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import io.weir.Observer;
import io.weir.window.Evaluation;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * A cell with unpublished cost is always recognized as dirty: by its count, until the publishing agent has made a
 * draft, and by the draft from then on. The draft is a plain field; raising signalAt, which is volatile, publishes it.
 */
@JCStressTest
@Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "dirty by its count or by its draft")
@Outcome(id = "false", expect = Expect.FORBIDDEN, desc = "the raised level without the draft")
@State
public class DirtyCellStress {
  private final Cell cell = new SubjectTable(
          8, new SubjectTable.StoreSharing(true, false, Imports.NONE), Observer.NONE)
      .scope("w", "n", 1_000)
      .subject("a", 0)
      .current();

  /** Starts with one unit admitted and nothing published. */
  public DirtyCellStress() {
    cell.admit(new Evaluation(10, 1_000, 1, 0));
  }

  @Actor
  public void draft() {
    cell.draft("a draft");
    cell.signalAt(5);
  }

  @Actor
  public void ask(Z_Result seen) {
    seen.r1 = cell.isDirty();
  }
}
