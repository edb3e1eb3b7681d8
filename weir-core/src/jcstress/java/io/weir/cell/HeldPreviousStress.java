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
 * A batch may be committed after its window has ended. A look in the next window meanwhile counts its cost as held or
 * as admitted, never as neither: own grows before speculative shrinks, and the look reads them in that order.
 */
@JCStressTest
@Outcome(
    id = "5, 5",
    expect = Expect.ACCEPTABLE,
    desc = "held or admitted, and admitted in the end")
@Outcome(expect = Expect.FORBIDDEN, desc = "counted by neither, or twice")
@State
public class HeldPreviousStress {
  private final Subject subject = new SubjectTable(8, SubjectTable.StoreSharing.NONE, Observer.NONE)
      .scope("w", "n", 1_000)
      .subject("a", 0);
  private final Reservation reservation =
      new Reservation(subject, new Evaluation(100, 1_000, 2, 0));

  /** Starts with three units admitted and two held in the first window; the second window has begun. */
  public HeldPreviousStress() {
    subject.admit(new Evaluation(100, 1_000, 3, 0));
    reservation.reserve(false, 0);
    subject.look(new Evaluation(100, 1_000, 0, 1_000));
  }

  @Actor
  public void commit() {
    reservation.commit();
  }

  @Actor
  public void look(JJ_Result seen) {
    seen.r1 = previous();
  }

  @Arbiter
  public void lookAgain(JJ_Result seen) {
    seen.r2 = previous();
  }

  private long previous() {
    Evaluation e = new Evaluation(100, 1_000, 0, 1_000);
    subject.look(e);
    return e.previousOwn() + e.previousSpeculative();
  }
}
