// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.simulator.scenario.Catalogue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Wrong options end with 2 and a sentence, before anything runs. */
class UsageTest {

  private static void assertWrong(Session session, String message) {
    assertThat(session.complaint()).isEqualTo("weir simulate: " + message);
    assertThat(session.err()).endsWith("see ./weir simulate --help" + System.lineSeparator());
    assertThat(session.exit()).isEqualTo(2);
    assertThat(session.out()).isEmpty();
    assertThat(session.tasks()).isEmpty();
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
  @DisplayName("an option out of range is named with its value and range")
  void wrongOptions(String option, String message) {
    assertWrong(Session.of("--scenario=hot-key", option), message);
  }

  @Test
  @DisplayName("without a scenario the built-in ones are named")
  void noScenario() {
    String all = String.join(", ", Catalogue.names());

    assertWrong(Session.of(), "--scenario is required: a file, or one of " + all);
    assertWrong(
        Session.of("--scenario=hotkey"),
        "--scenario must be a file or one of " + all + ", but was \"hotkey\"");
  }

  @Test
  @DisplayName("a scenario file that is missing or a folder is told in a sentence")
  void noFile() {
    assertWrong(
        Session.of("--scenario=scenarios/none.yaml"),
        "\"scenarios/none.yaml\": the file does not exist");
    assertWrong(Session.of("--scenario=scenarios"), "\"scenarios\": the file is a folder");
  }

  @Test
  @DisplayName("everything that is wrong in a scenario file is told at once")
  void wrongFile(@TempDir Path folder) throws IOException {
    Path file =
        Files.writeString(folder.resolve("x"), "name: a\nregions: 0\nnodes: 0\nshape: zipf");

    Session session = Session.of("--scenario=" + file);

    assertThat(session.exit()).isEqualTo(2);
    assertThat(session.err().lines())
        .anyMatch(line ->
            line.endsWith("line 2: regions must be an integer from 1 to 100, but was \"0\""))
        .anyMatch(
            line -> line.endsWith("line 3: nodes must be an integer from 1 to 100, but was \"0\""))
        .anyMatch(line -> line.endsWith("\": title is missing"))
        .allMatch(line -> line.startsWith("weir simulate: \"") || line.startsWith("see ./weir"))
        .hasSize(4);
  }

  @Test
  @DisplayName("one file can't be two things")
  void oneFileForTwo(@TempDir Path folder) {
    Path file = folder.resolve("a");

    assertWrong(
        Session.of("--scenario=hot-key", "--json=" + file, "--report=" + folder + "/./a"),
        "--scenario, --json and --report must be different files, but \"" + folder
            + "/./a\" was given twice");
    assertThat(Session.of("--scenario=scenarios/bad-day.yaml", "--json=scenarios/bad-day.yaml")
            .exit())
        .isEqualTo(2);
  }

  @Test
  @DisplayName("options that leave no room for a scenario's faults are refused")
  void noRoomForFaults() {
    assertWrong(
        Session.of("--scenario=outage", "--regions=1"),
        "--regions, --nodes and --minutes leave no room for a fault of outage: cut-ledger must be at region-0"
            + " or one of its processes, as in region-0/node-2, but was at \"region-1\"");
    assertWrong(
        Session.of("--scenario=outage", "--minutes=1"),
        "--regions, --nodes and --minutes leave no room for a fault of outage: must be at 0ms to 59999ms,"
            + " before the simulation ends, but was at 75s");
  }
}
