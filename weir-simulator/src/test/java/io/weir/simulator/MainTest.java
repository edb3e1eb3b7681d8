// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.simulator.result.Run;
import io.weir.simulator.run.ComparedPolicy;
import io.weir.simulator.run.InvariantViolated;
import io.weir.simulator.run.RunTask;
import io.weir.simulator.scenario.Scenario;
import io.weir.simulator.scenario.Scenario.Topology;
import io.weir.simulator.scenario.ScenarioCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {

  @ParameterizedTest
  @ValueSource(strings = {"--help", "-h"})
  void theHelpNamesEveryOptionAndFits(String option) {
    CommandSession commandSession = CommandSession.of(option);

    assertThat(commandSession.exit()).isZero();
    assertThat(commandSession.err()).isEmpty();
    assertThat(commandSession.out())
        .startsWith("Usage: weir simulate")
        .contains("--scenario=NAME|FILE", "--policy=NAMES", "--regions=N", "--nodes=N", "--seed=N")
        .contains("--minutes=N", "--json=FILE", "--report=FILE", "--list", "Exit codes: 0 success");
    assertThat(commandSession.out().lines()).allMatch(line -> line.length() <= 120);
    assertThat(commandSession.tasks()).isEmpty();
  }

  @Test
  void theListHasEveryBuiltInScenario() {
    CommandSession commandSession = CommandSession.of("--list");

    assertThat(commandSession.exit()).isZero();
    assertThat(commandSession.out().lines()).hasSameSizeAs(ScenarioCatalog.all());
    for (Scenario each : ScenarioCatalog.all()) {
      assertThat(commandSession.out())
          .containsPattern("(?m)^" + each.name() + " +\\Q" + each.title() + "\\E$");
    }
  }

  @Test
  void byDefaultAllContendersRunAtEveryLoad() {
    CommandSession commandSession = CommandSession.of("--scenario", "hot-key");

    assertThat(commandSession.exit()).isZero();
    assertThat(commandSession.tasks()).hasSize(10).allSatisfy(runTask -> {
      assertThat(runTask.scenario()).isEqualTo(ScenarioCatalog.named("hot-key").orElseThrow());
      assertThat(runTask.seed()).isEqualTo(1);
    });
    assertThat(commandSession.tasks().stream().limit(5))
        .extracting(RunTask::contender)
        .containsExactly(ComparedPolicy.values());
    assertThat(commandSession.tasks()).extracting(RunTask::load).startsWith(2.0).endsWith(10.0);
  }

  @Test
  void optionsChooseContendersPlaceTimeAndSeed() {
    CommandSession commandSession = CommandSession.of(
        "--scenario=even-spread",
        "--policy=rfc,weir",
        "--regions=4",
        "--nodes=2",
        "--seed=99",
        "--minutes=2");

    assertThat(commandSession.tasks())
        .extracting(RunTask::contender)
        .startsWith(ComparedPolicy.RFC, ComparedPolicy.WEIR, ComparedPolicy.RFC)
        .doesNotContain(ComparedPolicy.EXACT);
    assertThat(commandSession.tasks()).allSatisfy(runTask -> {
      Topology usual = ScenarioCatalog.TOPOLOGY;
      assertThat(runTask.scenario().topology())
          .isEqualTo(new Topology(4, 2, usual.near(), usual.far()));
      assertThat(runTask.scenario().span().millis()).isEqualTo(120_000);
      assertThat(runTask.seed()).isEqualTo(99);
    });
    assertThat(commandSession.out())
        .contains("./weir simulate --scenario even-spread --policy rfc,weir --regions 4 --nodes 2"
            + " --seed 99 --minutes 2\n");
  }

  @Test
  void aScenarioFileIsSimulatedLikeABuiltInOne() {
    CommandSession commandSession = CommandSession.of("--scenario", "scenarios/strict-minute.yaml");

    assertThat(commandSession.exit()).isZero();
    assertThat(commandSession.tasks()).hasSize(10);
    assertThat(commandSession.out()).startsWith("strict-minute: The even-spread attack");
  }

  @Test
  void theSummaryFollowsTheRuns() {
    CommandSession commandSession = CommandSession.of("--scenario", "hot-key", "--policy", "weir");

    assertThat(commandSession.out())
        .contains("[1/2] weir, load 2: done in 1.0 s, 1,234,567 checks, 1,234,567 checks/s\n")
        .contains("2,469,134 simulated checks in ", " per second in one thread\n")
        .endsWith("At load 10 the worst over-admission was 0.250 (weir) limits.\n");
  }

  @Test
  void aLongRunReportsItsProgress() {
    CommandSession commandSession = CommandSession.with(
        (runTask, runProgress) -> {
          for (int second = 1; second <= 7; second++) {
            runProgress.at(second * 30_000L, second * 2_000L);
          }
          return CommandSession.answer(runTask);
        },
        "--scenario=roaming",
        "--policy=exact");

    assertThat(commandSession.out().lines().filter(line -> line.startsWith("[1/2]")))
        .containsExactly(
            "[1/2] exact, load 2: 0:01:30 of 0:03:00, 6,000 checks, 2,000 checks/s",
            "[1/2] exact, load 2: 0:03:00 of 0:03:00, 12,000 checks, 2,000 checks/s",
            "[1/2] exact, load 2: done in 8.0 s, 1,234,567 checks, 154,321 checks/s");
  }

  @Test
  void outputFilesAreOverwritten(@TempDir Path folder) throws IOException {
    Path json = Files.writeString(folder.resolve("a.json"), "something much longer than that");
    Path page = folder.resolve("a.html");

    CommandSession commandSession =
        CommandSession.of("--scenario=hot-key", "--json=" + json, "--report", page.toString());

    assertThat(commandSession.exit()).isZero();
    assertThat(json).hasContent("json 10");
    assertThat(page)
        .hasContent(
            "page ./weir simulate --scenario hot-key --policy all --regions 10 --nodes 3 --seed 1");
  }

  @Test
  void aViolatedInvariantIsReportedAndExits1() {
    CommandSession commandSession = CommandSession.with(
        (runTask, runProgress) -> {
          if (runTask.contender() == ComparedPolicy.WEIR && runTask.load() == 10) {
            throw new InvariantViolated(
                runTask.seed(), "A cell went backwards.", List.of("12 ms: this", "17 ms: that"));
          }
          return CommandSession.answer(runTask);
        },
        "--scenario=hot-key",
        "--policy=exact,weir",
        "--seed=42",
        "--minutes=4");

    assertThat(commandSession.exit()).isEqualTo(1);
    assertThat(commandSession.err()).isEqualToNormalizingNewlines("""
            weir simulate: invariant violated: A cell went backwards.
            seed 42, weir, load 10
            last events:
              12 ms: this
              17 ms: that
            to reproduce: ./weir simulate --scenario hot-key --policy weir --regions 10 --nodes 3 --seed 42 --minutes 4
            """);
    assertThat(commandSession.out()).contains("[3/4] exact, load 10: done");
  }

  @Test
  void aBugIsReportedWithoutAStackTrace() {
    CommandSession commandSession = CommandSession.with(
        (runTask, runProgress) -> {
          throw new IllegalStateException("oh");
        },
        "--scenario=hot-key");

    assertThat(commandSession.exit()).isEqualTo(1);
    assertThat(commandSession.err())
        .isEqualToNormalizingNewlines(
            "weir simulate: internal error: java.lang.IllegalStateException: oh\n");
  }

  private static Run changed(Run run, Run.Volume volume, double bound) {
    return new Run(
        run.contender(),
        run.load(),
        volume,
        new Run.Accuracy(run.excess(), bound, run.estimate()),
        run.delays(),
        new Run.StoreLoad(run.cost(), run.footprint()),
        run.samples());
  }

  @Test
  void anExceededBoundIsReportedAndExits1() {
    CommandSession commandSession = CommandSession.with(
        (runTask, runProgress) -> {
          Run run = CommandSession.answer(runTask);
          return changed(run, run.volume(), 0.24);
        },
        "--scenario=hot-key",
        "--policy=weir");

    assertThat(commandSession.exit()).isEqualTo(1);
    assertThat(commandSession.out()).contains("BOUND EXCEEDED: weir at load 2");
  }

  @Test
  void aRunWithoutChecksExits1() {
    CommandSession commandSession = CommandSession.with(
        (runTask, runProgress) ->
            changed(CommandSession.answer(runTask), new Run.Volume(0, 0, 0, 0, 0), Double.NaN),
        "--scenario=hot-key",
        "--policy=weir");

    assertThat(commandSession.exit()).isEqualTo(1);
    assertThat(commandSession.out()).contains("NO CHECKS WERE MADE");
  }

  @Test
  void twoNamesOfOneFileAreRefused(@TempDir Path folder) throws IOException {
    Path file = Files.createFile(folder.resolve("outcome"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), file);

    CommandSession commandSession =
        CommandSession.of("--scenario=hot-key", "--json=" + file, "--report=" + link);

    assertThat(commandSession.exit()).isEqualTo(2);
    assertThat(commandSession.firstError()).contains("must be different files");
    assertThat(commandSession.tasks()).isEmpty();
  }
}
