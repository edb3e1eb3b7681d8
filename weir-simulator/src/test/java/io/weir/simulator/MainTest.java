// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.simulator.result.Run;
import io.weir.simulator.run.Contender;
import io.weir.simulator.run.InvariantViolated;
import io.weir.simulator.run.Task;
import io.weir.simulator.scenario.Catalogue;
import io.weir.simulator.scenario.Scenario;
import io.weir.simulator.scenario.Scenario.Terrain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {

  @ParameterizedTest
  @ValueSource(strings = {"--help", "-h"})
  @DisplayName("the help names every option and fits into a terminal")
  void help(String option) {
    Session session = Session.of(option);

    assertThat(session.exit()).isZero();
    assertThat(session.err()).isEmpty();
    assertThat(session.out())
        .startsWith("Usage: weir simulate")
        .contains("--scenario=NAME|FILE", "--policy=NAMES", "--regions=N", "--nodes=N", "--seed=N")
        .contains("--minutes=N", "--json=FILE", "--report=FILE", "--list", "Exit codes: 0 success");
    assertThat(session.out().lines()).allMatch(line -> line.length() <= 120);
    assertThat(session.tasks()).isEmpty();
  }

  @Test
  @DisplayName("the list has every built-in scenario with its title")
  void list() {
    Session session = Session.of("--list");

    assertThat(session.exit()).isZero();
    assertThat(session.out().lines()).hasSameSizeAs(Catalogue.all());
    for (Scenario each : Catalogue.all()) {
      assertThat(session.out())
          .containsPattern("(?m)^" + each.name() + " +\\Q" + each.title() + "\\E$");
    }
  }

  @Test
  @DisplayName(
      "unless told otherwise all contenders run at every load, with seed 1, where the scenario says")
  void everybodyRuns() {
    Session session = Session.of("--scenario", "hot-key");

    assertThat(session.exit()).isZero();
    assertThat(session.tasks()).hasSize(10).allSatisfy(task -> {
      assertThat(task.scenario()).isEqualTo(Catalogue.named("hot-key").orElseThrow());
      assertThat(task.seed()).isEqualTo(1);
    });
    assertThat(session.tasks().stream().limit(5))
        .extracting(Task::contender)
        .containsExactly(Contender.values());
    assertThat(session.tasks()).extracting(Task::load).startsWith(2.0).endsWith(10.0);
  }

  @Test
  @DisplayName("options choose contenders, place, time and seed")
  void optionsChoose() {
    Session session = Session.of(
        "--scenario=even-spread",
        "--policy=rfc,weir",
        "--regions=4",
        "--nodes=2",
        "--seed=99",
        "--minutes=2");

    assertThat(session.tasks())
        .extracting(Task::contender)
        .startsWith(Contender.RFC, Contender.WEIR, Contender.RFC)
        .doesNotContain(Contender.EXACT);
    assertThat(session.tasks()).allSatisfy(task -> {
      Terrain usual = Catalogue.TERRAIN;
      assertThat(task.scenario().terrain()).isEqualTo(new Terrain(4, 2, usual.near(), usual.far()));
      assertThat(task.scenario().span().millis()).isEqualTo(120_000);
      assertThat(task.seed()).isEqualTo(99);
    });
    assertThat(session.out())
        .contains("./weir simulate --scenario even-spread --policy rfc,weir --regions 4 --nodes 2"
            + " --seed 99 --minutes 2\n");
  }

  @Test
  @DisplayName("a scenario file is simulated like a built-in scenario")
  void aFile() {
    Session session = Session.of("--scenario", "scenarios/strict-minute.yaml");

    assertThat(session.exit()).isZero();
    assertThat(session.tasks()).hasSize(10);
    assertThat(session.out()).startsWith("strict-minute: The even-spread attack");
  }

  @Test
  @DisplayName("the summary follows the runs, and speed is told but only there")
  void theSummaryFollows() {
    Session session = Session.of("--scenario", "hot-key", "--policy", "weir");

    assertThat(session.out())
        .contains("[1/2] weir, load 2: done in 1.0 s, 1,234,567 checks, 1,234,567 checks/s\n")
        .contains("2,469,134 simulated checks in ", " per second in one thread\n")
        .endsWith("At load 10 the worst over-admission was 0.250 (weir) limits.\n");
  }

  @Test
  @DisplayName("a long run says every few seconds how far it is")
  void progress() {
    Session session = Session.with(
        (task, progress) -> {
          for (int second = 1; second <= 7; second++) {
            progress.at(second * 30_000L, second * 2_000L);
          }
          return Session.answer(task);
        },
        "--scenario=roaming",
        "--policy=exact");

    assertThat(session.out().lines().filter(line -> line.startsWith("[1/2]")))
        .containsExactly(
            "[1/2] exact, load 2: 0:01:30 of 0:03:00, 6,000 checks, 2,000 checks/s",
            "[1/2] exact, load 2: 0:03:00 of 0:03:00, 12,000 checks, 2,000 checks/s",
            "[1/2] exact, load 2: done in 8.0 s, 1,234,567 checks, 154,321 checks/s");
  }

  @Test
  @DisplayName("the outcome is written to the files that were named, over what was there")
  void files(@TempDir Path folder) throws IOException {
    Path json = Files.writeString(folder.resolve("a.json"), "something much longer than that");
    Path page = folder.resolve("a.html");

    Session session =
        Session.of("--scenario=hot-key", "--json=" + json, "--report", page.toString());

    assertThat(session.exit()).isZero();
    assertThat(json).hasContent("json 10");
    assertThat(page)
        .hasContent(
            "page ./weir simulate --scenario hot-key --policy all --regions 10 --nodes 3 --seed 1");
  }

  @Test
  @DisplayName(
      "a violated invariant is told with seed, events and the command that shows it again, and ends with 1")
  void aViolatedInvariant() {
    Session session = Session.with(
        (task, progress) -> {
          if (task.contender() == Contender.WEIR && task.load() == 10) {
            throw new InvariantViolated(
                task.seed(), "A cell went backwards.", List.of("12 ms: this", "17 ms: that"));
          }
          return Session.answer(task);
        },
        "--scenario=hot-key",
        "--policy=exact,weir",
        "--seed=42",
        "--minutes=4");

    assertThat(session.exit()).isEqualTo(1);
    assertThat(session.err()).isEqualToNormalizingNewlines("""
            weir simulate: invariant violated: A cell went backwards.
            seed 42, weir, load 10
            last events:
              12 ms: this
              17 ms: that
            to reproduce: ./weir simulate --scenario hot-key --policy weir --regions 10 --nodes 3 --seed 42 --minutes 4
            """);
    assertThat(session.out()).contains("[3/4] exact, load 10: done");
  }

  @Test
  @DisplayName("a mistake in the program is told in a line, without a stack trace, and ends with 1")
  void aMistake() {
    Session session = Session.with(
        (task, progress) -> {
          throw new IllegalStateException("oh");
        },
        "--scenario=hot-key");

    assertThat(session.exit()).isEqualTo(1);
    assertThat(session.err())
        .isEqualToNormalizingNewlines(
            "weir simulate: internal error: java.lang.IllegalStateException: oh\n");
  }

  private static Run changed(Run run, Run.Volume volume, double bound) {
    return new Run(
        run.contender(),
        run.load(),
        volume,
        run.excess(),
        bound,
        run.estimate(),
        run.delays(),
        run.cost(),
        run.footprint(),
        run.samples());
  }

  @Test
  @DisplayName("a run that exceeds what is promised says so, and the command exits with 1")
  void aBoundThatIsExceeded() {
    Session session = Session.with(
        (task, progress) -> {
          Run run = Session.answer(task);
          return changed(run, run.volume(), 0.24);
        },
        "--scenario=hot-key",
        "--policy=weir");

    assertThat(session.exit()).isEqualTo(1);
    assertThat(session.out()).contains("BOUND EXCEEDED: weir at load 2");
  }

  @Test
  @DisplayName("a run in which nothing was asked proves nothing, and the command exits with 1")
  void nothingAsked() {
    Session session = Session.with(
        (task, progress) ->
            changed(Session.answer(task), new Run.Volume(0, 0, 0, 0, 0), Double.NaN),
        "--scenario=hot-key",
        "--policy=weir");

    assertThat(session.exit()).isEqualTo(1);
    assertThat(session.out()).contains("NO CHECKS WERE MADE");
  }

  @Test
  @DisplayName("two names that lead to one file are one file")
  void oneFileUnderTwoNames(@TempDir Path folder) throws IOException {
    Path file = Files.createFile(folder.resolve("outcome"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), file);

    Session session = Session.of("--scenario=hot-key", "--json=" + file, "--report=" + link);

    assertThat(session.exit()).isEqualTo(2);
    assertThat(session.complaint()).contains("must be different files");
    assertThat(session.tasks()).isEmpty();
  }
}
