// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.simulator.scenario.ScenarioCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that invalid options exit with 2 and a message before anything runs. */
class SimulatorUsageTest {

  private static void assertRejected(CommandSession commandSession, String message) {
    assertThat(commandSession.firstError()).isEqualTo("weir simulate: " + message);
    assertThat(commandSession.err())
        .endsWith("see ./weir simulate --help" + System.lineSeparator());
    assertThat(commandSession.exit()).isEqualTo(2);
    assertThat(commandSession.out()).isEmpty();
    assertThat(commandSession.tasks()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "--regions=0 | --regions must be an integer from 1 to 100, but was \"0\"",
        "--regions=101 | --regions must be an integer from 1 to 100, but was \"101\"",
        "--regions=1e1 | --regions must be an integer from 1 to 100, but was \"1e1\"",
        "--nodes=-3 | --nodes must be an integer from 1 to 100, but was \"-3\"",
        "--nodes= | --nodes must be an integer from 1 to 100, but was \"\"",
        "--seed=-1 | --seed must be an integer from 0 to 9007199254740991, but was \"-1\"",
        "--seed=9007199254740992 | --seed must be an integer from 0 to 9007199254740991, but was \"9007199254740992\"",
        "--minutes=0 | --minutes must be an integer from 1 to 1440, but was \"0\"",
        "--policy=best | --policy must be all or a comma-separated list of exact, weir, upstream, rfc, regional, but was \"best\"",
        "--policy=weir, | --policy must be all or a comma-separated list of exact, weir, upstream, rfc, regional, but was \"weir,\"",
        "--policy=weir,weir | --policy names weir twice: \"weir,weir\"",
        "--json=no/such/folder/a.json | --json must be a file to write to, but was \"no/such/folder/a.json\": its folder does not exist",
        "--report=src | --report must be a file to write to, but was \"src\": it is not a valid file name",
        "--json= | --json must be a file to write to, but was \"\": it is not a valid file name",
        "--colour=red | Unknown option: '--colour=red'",
        "more | Unmatched argument at index 1: 'more'",
      })
  void anOptionOutOfRangeIsReported(String option, String message) {
    assertRejected(CommandSession.of("--scenario=hot-key", option), message);
  }

  @Test
  void withoutAScenarioTheBuiltInOnesAreListed() {
    String all = String.join(", ", ScenarioCatalog.names());

    assertRejected(CommandSession.of(), "--scenario is required: a file, or one of " + all);
    assertRejected(
        CommandSession.of("--scenario=hotkey"),
        "--scenario must be a file or one of " + all + ", but was \"hotkey\"");
  }

  @Test
  void aMissingScenarioFileIsReported() {
    assertRejected(
        CommandSession.of("--scenario=scenarios/none.yaml"),
        "\"scenarios/none.yaml\": the file does not exist");
    assertRejected(
        CommandSession.of("--scenario=scenarios"), "\"scenarios\": the file is a folder");
  }

  @Test
  void allErrorsInAScenarioFileAreReportedAtOnce(@TempDir Path folder) throws IOException {
    Path file =
        Files.writeString(folder.resolve("x"), "name: a\nregions: 0\nnodes: 0\nshape: zipf");

    CommandSession commandSession = CommandSession.of("--scenario=" + file);

    assertThat(commandSession.exit()).isEqualTo(2);
    assertThat(commandSession.err().lines())
        .anyMatch(line ->
            line.endsWith("line 2: regions must be an integer from 1 to 100, but was \"0\""))
        .anyMatch(
            line -> line.endsWith("line 3: nodes must be an integer from 1 to 100, but was \"0\""))
        .anyMatch(line -> line.endsWith("\": title is missing"))
        .allMatch(line -> line.startsWith("weir simulate: \"") || line.startsWith("see ./weir"))
        .hasSize(4);
  }

  @Test
  void oneFileForTwoOutputsIsRefused(@TempDir Path folder) {
    Path file = folder.resolve("a");

    assertRejected(
        CommandSession.of("--scenario=hot-key", "--json=" + file, "--report=" + folder + "/./a"),
        "--scenario, --json and --report must be different files, but \"" + folder
            + "/./a\" was given twice");
    assertThat(
            CommandSession.of("--scenario=scenarios/bad-day.yaml", "--json=scenarios/bad-day.yaml")
                .exit())
        .isEqualTo(2);
  }

  @Test
  void anOptionThatLeavesNoRoomForFaultsIsRefused() {
    assertRejected(
        CommandSession.of("--scenario=outage", "--regions=1"),
        "--regions, --nodes and --minutes leave no room for a fault of outage: cut-ledger must be at region-0"
            + " or one of its processes, as in region-0/node-2, but was at \"region-1\"");
    assertRejected(
        CommandSession.of("--scenario=outage", "--minutes=1"),
        "--regions, --nodes and --minutes leave no room for a fault of outage: must be at 0ms to 59999ms,"
            + " before the simulation ends, but was at 75s");
  }
}
