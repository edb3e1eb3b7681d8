// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.simulator.bound.Trial;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("stress")
class TrialsTest {

  @Test
  @DisplayName(
      "no fleet and traffic of sixty exceeds a limit by more than the bound, and some come near enough to matter")
  void theBoundHolds() {
    List<Trial> trials =
        LongStream.range(1_000, 1_060).parallel().mapToObj(Trials::of).toList();

    assertThat(trials)
        .allSatisfy(trial -> assertThat(trial.share())
            .as(
                "seed %d, %s: %.3f of %.3f",
                trial.seed(), trial.what(), trial.measured(), trial.bound())
            .isLessThanOrEqualTo(1));
    assertThat(trials).as("some exceed at all").anyMatch(trial -> trial.measured() > 0.05);
    assertThat(trials).as("the bound is not absurd").anyMatch(trial -> trial.share() > 0.2);
    Set<String> kinds = new HashSet<>();
    trials.forEach(trial -> kinds.add(trial.what().substring(0, trial.what().indexOf(':'))));
    assertThat(kinds).hasSize(5);
    assertThat(trials).as("costs above 1").anyMatch(trial -> trial.what().contains("Priced"));
    assertThat(trials).as("batches").anyMatch(trial -> trial.what().contains("batches=true"));
    assertThat(trials)
        .as("one region exceeds limits too, and its bound is tight enough to matter")
        .anyMatch(trial -> trial.what().contains(", 1 regions") && trial.share() > 0.05);
  }

  @Test
  @DisplayName("a seed is always the same trial")
  void theSameAgain() {
    assertThat(Trials.of(5)).isEqualTo(Trials.of(5));
  }
}
