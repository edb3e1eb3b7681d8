// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.simulator.result.Run;
import io.weir.simulator.study.PolicyStudy;
import io.weir.simulator.study.PolicyVariant;
import io.weir.simulator.study.VariantResult;
import io.weir.simulator.summary.RunFixtures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the options that replace a scenario. */
class CampaignTest {

  private static void assertRejected(CommandSession commandSession, String message) {
    assertThat(commandSession.firstError()).isEqualTo("weir simulate: " + message);
    assertThat(commandSession.exit()).isEqualTo(2);
    assertThat(commandSession.out()).isEmpty();
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
  void invalidOptionsAreReportedBeforeARun(String options, String message) {
    assertRejected(CommandSession.of(options.split(" ")), message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--scenario", "--policy", "--regions", "--nodes"})
  void scenarioOptionsAreRefused(String option) {
    for (String campaign : List.of("--seeds=1", "--trials=1", "--frontier")) {
      String name = campaign.replaceAll("=.*", "");
      assertRejected(
          CommandSession.of(campaign, option + "=1"),
          name + " replaces the scenario and can't be combined with " + option);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--minutes", "--json", "--report"})
  void seedsAndTrialsRefuseDurationAndFileOptions(String option) {
    for (String campaign : List.of("--seeds", "--trials")) {
      assertRejected(
          CommandSession.of(campaign + "=1", option + "=1"),
          campaign + " replaces the scenario and can't be combined with " + option);
    }
  }

  @Test
  void oneFileForTwoOutputsIsRefused(@TempDir Path folder) {
    assertRejected(
        CommandSession.of("--frontier", "--json=" + folder + "/a", "--report=" + folder + "/./a"),
        "--scenario, --json and --report must be different files, but \"" + folder
            + "/./a\" was given twice");
  }

  @Test
  void seedsAreRunAndExit0WhenAllHold() {
    CommandSession commandSession = CommandSession.of("--seeds=3", "--seed=40");

    assertThat(commandSession.err()).isEmpty();
    assertThat(commandSession.out())
        .contains("3 seeds without a violation: ", " decisions, ", " units admitted");
    assertThat(commandSession.exit()).isZero();
    assertThat(commandSession.tasks()).as("no scenario").isEmpty();
  }

  @Test
  void trialsAreRunAndTheWorstShownFirst() {
    CommandSession commandSession = CommandSession.of("--trials=7", "--seed=1000");

    List<String> lines =
        commandSession.out().lines().filter(line -> line.contains("; seed ")).toList();
    assertThat(commandSession.exit()).isZero();
    assertThat(commandSession.out()).containsPattern("(?m)^the bound held in 7 trials, [0-9]+ s$");
    assertThat(lines).hasSize(5);
    assertThat(lines)
        .isSortedAccordingTo((one, other) -> other.substring(0, 4).compareTo(one.substring(0, 4)));
    assertThat(lines)
        .allMatch(
            line -> line.matches("0\\.[0-9]+ of the bound: [0-9.]+ limits over-admitted, bound"
                + " [0-9.]+; seed 100[0-6], .+ regions of .+"));
  }

  private static List<VariantResult> findings() {
    return Stream.of(PolicyVariant.ALL.get(0), PolicyVariant.ALL.get(1))
        .map(policyVariant -> new VariantResult(
            policyVariant,
            run(policyVariant, 0.3),
            List.of(
                run(policyVariant, 2),
                run(policyVariant, 10),
                run(policyVariant, 30),
                run(policyVariant, 100))))
        .toList();
  }

  private static Run run(PolicyVariant policyVariant, double load) {
    return RunFixtures.of(policyVariant.contender().title(), load, load / 100);
  }

  @Test
  void aStudyPageShowsPoliciesAndFrontiers(@TempDir Path folder) throws IOException {
    Path page = folder.resolve("a.html");
    Path json = folder.resolve("a.json");

    Campaign.write(
        new PolicyStudy.StudyDepth(0.3, 7, 5),
        99,
        findings(),
        new SimulationRequest.OutputFiles(Optional.of(json), Optional.of(page)));

    assertThat(Files.readString(page))
        .contains("./weir simulate --frontier --seed 99 --minutes 7")
        .contains("with 10 limits a window", "with 100 limits a window")
        .contains("floor 75 %, sync 10 s");
    assertThat(Files.readString(json))
        .contains("\"rfc, floor 75 %, sync 10 s\"", "\"rfc, floor 50 %, sync 10 s (as proposed)\"")
        .contains("420000");
  }
}
