// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.simulator.bound.BoundTrial;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("stress")
class BoundTrialsTest {

  @Test
  void noTrialExceedsTheBound() {
    List<BoundTrial> trials =
        LongStream.range(1_000, 1_060).parallel().mapToObj(BoundTrials::of).toList();

    assertThat(trials)
        .allSatisfy(boundTrial -> assertThat(boundTrial.share())
            .as(
                "seed %d, %s: %.3f of %.3f",
                boundTrial.seed(),
                boundTrial.description(),
                boundTrial.measured(),
                boundTrial.bound())
            .isLessThanOrEqualTo(1));
    assertThat(trials)
        .as("some exceed at all")
        .anyMatch(boundTrial -> boundTrial.measured() > 0.05);
    assertThat(trials)
        .as("the bound is not absurd")
        .anyMatch(boundTrial -> boundTrial.share() > 0.2);
    Set<String> kinds = new HashSet<>();
    trials.forEach(boundTrial ->
        kinds.add(boundTrial.description().substring(0, boundTrial.description().indexOf(':'))));
    assertThat(kinds).hasSize(5);
    assertThat(trials)
        .as("costs above 1")
        .anyMatch(boundTrial -> boundTrial.description().contains("LargerChecks"));
    assertThat(trials)
        .as("batches")
        .anyMatch(boundTrial -> boundTrial.description().contains("batches=true"));
    assertThat(trials)
        .as("one region exceeds limits too, and its bound is tight enough to matter")
        .anyMatch(boundTrial ->
            boundTrial.description().contains(", 1 regions") && boundTrial.share() > 0.05);
  }

  @Test
  void aSeedAlwaysGivesTheSameTrial() {
    assertThat(BoundTrials.of(5)).isEqualTo(BoundTrials.of(5));
  }
}
