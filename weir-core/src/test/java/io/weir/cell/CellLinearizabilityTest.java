// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import io.weir.Observer;
import io.weir.window.Evaluation;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.datastructures.BooleanGen;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that every answer of a cell is the answer of two numbers and one thread, in some order that respects time. */
@Param(name = "cost", gen = IntGen.class, conf = "0:2")
@Param(name = "keep", gen = BooleanGen.class)
@Param(name = "thread", gen = ThreadIdGen.class)
@Tag("stress")
public class CellLinearizabilityTest {
  /*
   * Single checks, looks (a cost of 0), the steps of a reservation, reads by a publisher, and sealing. A check returns
   * the counts it saw as well as its verdict: not only the verdict but also the arithmetic must belong to one instant.
   *
   * Imports are not included: a check may be ordered before an import that arrived while it was deciding, and an
   * answer with counts would show it. See CellImportsLinearizabilityTest.
   */

  /** Small, so that two threads reach it within three steps. */
  private static final long LIMIT = 3;

  private final Cell cell = new SubjectTable(8, SubjectTable.StoreSharing.NONE, Observer.NONE)
      .scope("w", "n", 1_000)
      .subject("a", 0)
      .current();

  /** The cost that each thread holds; -1 for none, because a cost of 0 can be held too. */
  private final int[] held = {-1, -1, -1};

  @Operation
  public String admit(@Param(name = "cost") int cost) {
    Evaluation e = new Evaluation(LIMIT, 1_000, cost, 0);
    return answer(cell.admit(e), e);
  }

  /** Holds the cost, or, if the thread already holds some, commits or releases that. */
  @Operation
  public String reserve(
      @Param(name = "cost") int cost,
      @Param(name = "keep") boolean keep,
      @Param(name = "thread") int thread) {
    if (held[thread] < 0) {
      Evaluation e = new Evaluation(LIMIT, 1_000, cost, 0);
      AdmitResult admitResult = cell.reserve(e, false, 0);
      held[thread] = admitResult == AdmitResult.ADMITTED ? cost : -1;
      return answer(admitResult, e);
    }
    if (keep) {
      cell.commit(held[thread]);
    } else {
      cell.release(held[thread]);
    }
    held[thread] = -1;
    return keep ? "COMMITTED" : "RELEASED";
  }

  private static String answer(AdmitResult admitResult, Evaluation e) {
    return admitResult == AdmitResult.SEALED ? "CLOSED" : admitResult + " at " + e.current();
  }

  /** Returns what a publisher reads. */
  @Operation
  public long count() {
    return cell.count();
  }

  @Operation(runOnce = true)
  public void seal() {
    cell.seal();
  }

  @Test
  void everyAnswerBelongsToOneInstant() {
    LincheckOptions.forCell()
        .addCustomScenario(looksBesideACheck())
        .addCustomScenario(aLookAtASealedCell())
        .addCustomScenario(sumAboveTheLimit())
        .addCustomScenario(aReleaseThatMakesRoom())
        .addCustomScenario(sealingDuringAnAdmission())
        .sequentialSpecification(OneThread.class)
        .check(CellLinearizabilityTest.class);
  }

  /** A look that is held and released, concurrent with a single check. */
  private static ExecutionScenario looksBesideACheck() {
    return scenario()
        .thread()
        .then("reserve", 0, true, 0)
        .then("reserve", 0, true, 0)
        .thread()
        .then("admit", 1)
        .then("count")
        .build();
  }

  /** A single look at a sealed cell. */
  private static ExecutionScenario aLookAtASealedCell() {
    return scenario()
        .thread()
        .then("reserve", 1, true, 0)
        .then("reserve", 1, true, 0)
        .then("admit", 1)
        .thread()
        .then("admit", 0)
        .then("count")
        .build();
  }

  /** Two costs whose sum exceeds the limit. */
  private static ExecutionScenario sumAboveTheLimit() {
    return scenario()
        .thread()
        .then("reserve", 2, true, 0)
        .then("reserve", 2, true, 0)
        .thread()
        .then("admit", 1)
        .then("admit", 1)
        .then("count")
        .build();
  }

  /** A release that makes room. */
  private static ExecutionScenario aReleaseThatMakesRoom() {
    return scenario()
        .thread()
        .then("reserve", 2, true, 0)
        .then("reserve", 2, false, 0)
        .thread()
        .then("admit", 2)
        .then("count")
        .build();
  }

  /** Sealing while a thread is about to admit. */
  private static ExecutionScenario sealingDuringAnAdmission() {
    return scenario()
        .thread()
        .then("admit", 1)
        .then("admit", 1)
        .thread()
        .then("seal")
        .then("count")
        .build();
  }

  private static Scenario scenario() {
    return new Scenario(CellLinearizabilityTest.class);
  }

  /** The sequential specification of a cell. */
  public static final class OneThread {
    private final int[] held = {-1, -1, -1};
    private long own;
    private long speculative;
    private boolean sealed;

    public String admit(int cost) {
      String answer = answer(cost);
      own += answer.startsWith("ADMITTED") ? cost : 0;
      return answer;
    }

    public String reserve(int cost, boolean keep, int thread) {
      if (held[thread] < 0) {
        String answer = answer(cost);
        if (answer.startsWith("ADMITTED")) {
          speculative += cost;
          held[thread] = cost;
        }
        return answer;
      }
      speculative -= held[thread];
      own += keep ? held[thread] : 0;
      held[thread] = -1;
      return keep ? "COMMITTED" : "RELEASED";
    }

    private String answer(int cost) {
      if (sealed) {
        return "CLOSED";
      }
      boolean fits = own + speculative + cost <= LIMIT;
      return (fits ? "ADMITTED at " : "REFUSED at ") + (own + speculative);
    }

    public long count() {
      return own;
    }

    public void seal() {
      sealed = true;
    }
  }
}
