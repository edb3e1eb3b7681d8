// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.weir.simulator.planet.Quirk;
import io.weir.simulator.run.InvariantViolated;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whether the simulator finds what it is there to find. */
class PlantedBugsTest {

  private static final String TOLD_TOO_MUCH = "but admitted (were )?only";
  private static final String KNOWN_TOO_MUCH = "but its region admitted";
  private static final String UNTOLD = "in its origin under that name|and its origin knows of";

  /*
   * The numbers are three times what it takes on average, measured over forty seeds; one that has to be raised means that
   * the simulator finds less than it did.
   */

  /** A bug, within how many seeds it must be found, and what the invariant that finds it says. */
  enum Bug {
    SPECULATIVE_PUBLISH(5, OriginBugs.SpeculativePublish::new, TOLD_TOO_MUCH),
    RESUMED_FIELD(9, OriginBugs.ResumedField::new, UNTOLD + "|knows less than its origin"),
    DROPPED_PUBLISH(6, OriginBugs.DroppedPublish::new, UNTOLD + "|knows more than there is"),
    EARLY_EXPIRY(5, OriginBugs::earlyExpiry, "and after a publication|" + UNTOLD),
    OWN_AS_SIBLING(5, OriginBugs.OwnAsSibling::new, KNOWN_TOO_MUCH),
    UNSEEN_WIPE(15, OriginBugs.UnseenWipe::new, UNTOLD),
    OVERWRITING_STORE(15, OriginBugs.OverwritingStore::new, "and after a publication|holds less"),
    SHARED_CELLS(5, OriginBugs.SharedCells::new, TOLD_TOO_MUCH + "|" + KNOWN_TOO_MUCH),
    ECHOED_FOREIGN(6, LedgerBugs.EchoedForeign::new, TOLD_TOO_MUCH),
    OWN_ROW_AS_FOREIGN(5, LedgerBugs.OwnRowAsForeign::new, KNOWN_TOO_MUCH),
    SUM_OVER_CHANGED_ROWS(9, LedgerBugs.SumOverChangedRows::new, "does not agree with the ledger"),
    DROPPED_PUSH(9, LedgerBugs.DroppedPush::new, "should have told the ledger"),
    KEPT_NAME(6, LedgerBugs.KeptName::new, "two processes bear the name");

    private final int within;
    private final Supplier<Quirk> plant;
    private final String says;

    Bug(int within, Supplier<Quirk> plant, String says) {
      this.within = within;
      this.plant = plant;
      this.says = says;
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName(
      "a bug that is planted is found within its number of seeds, by the invariant that it breaks")
  void aPlantedBugIsFound(Bug bug) {
    Seeds seeds = new Seeds(1, bug.within, bug.plant);

    InvariantViolated found = catchThrowableOfType(
        InvariantViolated.class, () -> seeds.run(new PrintWriter(Writer.nullWriter())));

    assertThat(found).as("within %d seeds", bug.within).isNotNull();
    assertThat(found.what()).as("seed %d", found.seed()).containsPattern(bug.says);
    assertThat(found.lastEvents()).isNotEmpty();
  }
}
