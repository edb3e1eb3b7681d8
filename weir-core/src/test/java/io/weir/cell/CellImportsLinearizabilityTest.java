// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import io.weir.Observer;
import io.weir.window.Evaluation;
import org.jetbrains.lincheck.datastructures.BooleanGen;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that no import is lost, none decreases a count, and every verdict counts the imports that came before it. */
@Param(name = "count", gen = IntGen.class, conf = "1:3")
@Param(name = "flag", gen = BooleanGen.class)
@Param(name = "thread", gen = ThreadIdGen.class)
@Tag("stress")
public class CellImportsLinearizabilityTest {
  /*
   * Checks and reservations return only their verdict. A check reads the imports first and admits second, and an
   * import may come between the two: the check is then ordered before the import. The verdict does not show this,
   * because a cost that fits later fits earlier too. An answer with counts could, so this test has none, and
   * CellLinearizabilityTest, which has them, has no imports. For the same reason there are no imports of the region's
   * own row here, because such an import depends on the count it meets: CellConcurrencyTest has them.
   */

  private static final long LIMIT = 4;

  private final Cell cell = new SubjectTable(8, SubjectTable.StoreSharing.NONE, Observer.NONE)
      .scope("w", "n", 1_000)
      .subject("a", 0)
      .current();

  private final int[] held = new int[3];

  @Operation
  public AdmitResult admit(@Param(name = "count") int cost) {
    return cell.admit(new Evaluation(LIMIT, 1_000, cost, 0));
  }

  /** Holds the cost, or, if the thread already holds some, commits or releases that. */
  @Operation
  public String reserve(
      @Param(name = "count") int cost,
      @Param(name = "flag") boolean keep,
      @Param(name = "thread") int thread) {
    if (held[thread] == 0) {
      AdmitResult admitResult = cell.reserve(new Evaluation(LIMIT, 1_000, cost, 0), false, 0);
      held[thread] = admitResult == AdmitResult.ADMITTED ? cost : 0;
      return admitResult.toString();
    }
    if (keep) {
      cell.commit(held[thread]);
    } else {
      cell.release(held[thread]);
    }
    held[thread] = 0;
    return keep ? "COMMITTED" : "RELEASED";
  }

  @Operation
  public void raise(@Param(name = "count") int count, @Param(name = "flag") boolean siblings) {
    if (siblings) {
      cell.raiseSiblings(count);
    } else {
      cell.raiseForeign(count);
    }
  }

  @Operation
  public long imported(@Param(name = "flag") boolean siblings) {
    return siblings ? cell.siblings() : cell.foreign();
  }

  @Test
  void noImportIsLostBetweenChecksAndReservations() {
    LincheckOptions.forCell()
        .addCustomScenario(new Scenario(CellImportsLinearizabilityTest.class)
            .thread()
            .then("reserve", 2, true, 0)
            .then("reserve", 2, false, 0)
            .then("imported", true)
            .thread()
            .then("raise", 3, true)
            .then("admit", 2)
            .build())
        .addCustomScenario(new Scenario(CellImportsLinearizabilityTest.class)
            .thread()
            .then("raise", 1, false)
            .then("imported", false)
            .thread()
            .then("raise", 3, false)
            .then("admit", 2)
            .build())
        .sequentialSpecification(OneThread.class)
        .check(CellImportsLinearizabilityTest.class);
  }

  /** The sequential specification of a cell. */
  public static final class OneThread {
    private final int[] held = new int[3];
    private long own;
    private long siblings;
    private long foreign;
    private long speculative;

    private boolean fits(int cost) {
      return own + siblings + foreign + speculative + cost <= LIMIT;
    }

    public AdmitResult admit(int cost) {
      boolean fits = fits(cost);
      own += fits ? cost : 0;
      return fits ? AdmitResult.ADMITTED : AdmitResult.REFUSED;
    }

    public String reserve(int cost, boolean keep, int thread) {
      if (held[thread] == 0) {
        boolean fits = fits(cost);
        held[thread] = fits ? cost : 0;
        speculative += held[thread];
        return fits ? "ADMITTED" : "REFUSED";
      }
      speculative -= held[thread];
      own += keep ? held[thread] : 0;
      held[thread] = 0;
      return keep ? "COMMITTED" : "RELEASED";
    }

    public void raise(int count, boolean ofSiblings) {
      siblings = ofSiblings ? Math.max(siblings, count) : siblings;
      foreign = ofSiblings ? foreign : Math.max(foreign, count);
    }

    public long imported(boolean ofSiblings) {
      return ofSiblings ? siblings : foreign;
    }
  }
}
