// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.weir.simulator.fleet.InjectedBug;
import io.weir.simulator.run.InvariantViolated;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that the simulator detects injected bugs. */
@Tag("stress")
class PlantedBugsTest {

  private static final String PUBLISHED_TOO_MUCH = "but (admitted only|only \\d+ were admitted)";
  private static final String KNOWN_TOO_MUCH = "but its region admitted";
  private static final String UNPUBLISHED = "in its origin under that name|but its origin holds";

  /*
   * The numbers are three times the average number of seeds, measured over sixty seeds. If one has to be raised, the
   * simulator detects less than before.
   */

  /**
   * A bug that the simulator must detect.
   *
   * @param name the name of the bug
   * @param within the maximum number of seeds to detect it
   * @param plant creates the bug
   * @param message a pattern for the message of the invariant that detects it
   */
  record Bug(String name, int within, Supplier<InjectedBug> plant, String message) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Bug> bugs() {
    return Stream.concat(originBugs().stream(), ledgerBugs().stream());
  }

  private static List<Bug> originBugs() {
    return List.of(
        new Bug("speculative publish", 5, OriginBugs.SpeculativePublish::new, PUBLISHED_TOO_MUCH),
        new Bug(
            "resumed field",
            10,
            OriginBugs.ResumedField::new,
            UNPUBLISHED + "|knows less than its origin"),
        new Bug(
            "dropped publish",
            9,
            OriginBugs.DroppedPublish::new,
            // Other processes restore what was dropped, so it is published after all.
            UNPUBLISHED + "|knows more than there is|" + PUBLISHED_TOO_MUCH),
        new Bug("early expiry", 5, OriginBugs::earlyExpiry, "but after a publish|" + UNPUBLISHED),
        new Bug("own as sibling", 5, OriginBugs.OwnAsSibling::new, KNOWN_TOO_MUCH),
        new Bug("unseen wipe", 15, OriginBugs.UnseenWipe::new, UNPUBLISHED),
        new Bug(
            "overwriting store",
            20,
            OriginBugs.OverwritingStore::new,
            "but after a publish|holds less"),
        new Bug(
            "shared cells",
            5,
            OriginBugs.SharedCells::new,
            PUBLISHED_TOO_MUCH + "|" + KNOWN_TOO_MUCH));
  }

  private static List<Bug> ledgerBugs() {
    return List.of(
        new Bug("echoed foreign", 6, LedgerBugs.EchoedForeign::new, PUBLISHED_TOO_MUCH),
        new Bug("own row as foreign", 5, LedgerBugs.OwnRowAsForeign::new, KNOWN_TOO_MUCH),
        new Bug(
            "sum over changed rows",
            9,
            LedgerBugs.SumOverChangedRows::new,
            "does not agree with the ledger"),
        new Bug(
            "dropped push",
            9,
            LedgerBugs.DroppedPush::new,
            "should have pushed|does not agree with the ledger"),
        new Bug("kept name", 6, LedgerBugs.KeptName::new, "two processes use the name"));
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void aPlantedBugIsFoundByItsInvariant(Bug bug) {
    SeedRunner seedRunner = new SeedRunner(1, bug.within, bug.plant);

    InvariantViolated found = catchThrowableOfType(
        InvariantViolated.class, () -> seedRunner.run(new PrintWriter(Writer.nullWriter())));

    assertThat(found).as("within %d seeds", bug.within).isNotNull();
    assertThat(found.description()).as("seed %d", found.seed()).containsPattern(bug.message);
    assertThat(found.lastEvents()).isNotEmpty();
  }
}
