// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.simulator.result.Run;
import io.weir.simulator.study.Finding;
import io.weir.simulator.study.Study;
import io.weir.simulator.study.Variant;
import io.weir.simulator.summary.Runs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is run instead of a scenario. */
class CampaignTest {

  private static void assertWrong(Session session, String message) {
    assertThat(session.complaint()).isEqualTo("weir simulate: " + message);
    assertThat(session.exit()).isEqualTo(2);
    assertThat(session.out()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "--seeds=1 --trials=1 | --seeds and --trials are mutually exclusive",
        "--trials=1 --frontier | --trials and --frontier are mutually exclusive",
        "--frontier --trials=1 --seeds=1 | --seeds and --trials and --frontier are mutually exclusive",
        "--seeds=0 | --seeds must be an integer from 1 to 1000000000, but was \"0\"",
        "--seeds=1000000001 | --seeds must be an integer from 1 to 1000000000, but was \"1000000001\"",
        "--trials=many | --trials must be an integer from 1 to 1000000000, but was \"many\"",
        "--seeds=1 --seed=-1 | --seed must be an integer from 0 to 9007199254740991, but was \"-1\"",
        "--trials=2 --seed=9007199254740991 | --seed and --trials must end at a seed of 9007199254740991 or less, but were 2 seeds starting at 9007199254740991",
        "--frontier --minutes=0 | --minutes must be an integer from 1 to 1440, but was \"0\"",
        "--frontier --json=no/such/x | --json must be a file to write to, but was \"no/such/x\": its folder does not exist",
        "--seeds | Missing required parameter for option '--seeds' (N)",
      })
  @DisplayName("wrong options are told before anything runs")
  void wrongOptions(String options, String message) {
    assertWrong(Session.of(options.split(" ")), message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--scenario", "--policy", "--regions", "--nodes"})
  @DisplayName("options of a scenario go with none of them")
  void optionsOfAScenario(String option) {
    for (String campaign : List.of("--seeds=1", "--trials=1", "--frontier")) {
      String name = campaign.replaceAll("=.*", "");
      assertWrong(
          Session.of(campaign, option + "=1"),
          name + " replaces the scenario and can't be combined with " + option);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--minutes", "--json", "--report"})
  @DisplayName("seeds and trials have a length of their own, and nothing to write to a file")
  void optionsOfAStudy(String option) {
    for (String campaign : List.of("--seeds", "--trials")) {
      assertWrong(
          Session.of(campaign + "=1", option + "=1"),
          campaign + " replaces the scenario and can't be combined with " + option);
    }
  }

  @Test
  @DisplayName("a study that takes minutes does not end with one file in place of the other")
  void oneFileForTwo(@TempDir Path folder) {
    assertWrong(
        Session.of("--frontier", "--json=" + folder + "/a", "--report=" + folder + "/./a"),
        "--scenario, --json and --report must be different files, but \"" + folder
            + "/./a\" was given twice");
  }

  @Test
  @DisplayName("seeds are run, counted, and end with 0 when everything held")
  void seeds() {
    Session session = Session.of("--seeds=3", "--seed=40");

    assertThat(session.err()).isEmpty();
    assertThat(session.out())
        .contains("3 seeds without a violation: ", " decisions, ", " units admitted");
    assertThat(session.exit()).isZero();
    assertThat(session.tasks()).as("no scenario").isEmpty();
  }

  @Test
  @DisplayName("trials are run from the seed on, and the worst are shown, the worst first")
  void trials() {
    Session session = Session.of("--trials=7", "--seed=1000");

    List<String> lines =
        session.out().lines().filter(line -> line.contains("; seed ")).toList();
    assertThat(session.exit()).isZero();
    assertThat(session.out()).containsPattern("(?m)^the bound held in 7 trials, [0-9]+ s$");
    assertThat(lines).hasSize(5);
    assertThat(lines)
        .isSortedAccordingTo((one, other) -> other.substring(0, 4).compareTo(one.substring(0, 4)));
    assertThat(lines)
        .allMatch(
            line -> line.matches("0\\.[0-9]+ of the bound: [0-9.]+ limits over-admitted, bound"
                + " [0-9.]+; seed 100[0-6], .+ regions of .+"));
  }

  private static List<Finding> findings() {
    return Stream.of(Variant.ALL.get(0), Variant.ALL.get(1))
        .map(variant -> new Finding(
            variant,
            run(variant, 0.3),
            List.of(run(variant, 2), run(variant, 10), run(variant, 30), run(variant, 100))))
        .toList();
  }

  private static Run run(Variant variant, double load) {
    return Runs.of(variant.contender().title(), load, load / 100);
  }

  @Test
  @DisplayName(
      "a study's page shows policies as they come, two frontiers, and the command that repeats it")
  void page(@TempDir Path folder) throws IOException {
    Path page = folder.resolve("a.html");
    Path json = folder.resolve("a.json");

    Campaign.write(
        new Study.Depth(0.3, 7, 5),
        99,
        findings(),
        new Order.Files(Optional.of(json), Optional.of(page)));

    assertThat(Files.readString(page))
        .contains("./weir simulate --frontier --seed 99 --minutes 7")
        .contains("with 10 limits a window", "with 100 limits a window")
        .contains("floor 75 %, sync 10 s");
    assertThat(Files.readString(json))
        .contains("\"rfc, floor 75 %, sync 10 s\"", "\"rfc, floor 50 %, sync 10 s (as proposed)\"")
        .contains("420000");
  }
}
