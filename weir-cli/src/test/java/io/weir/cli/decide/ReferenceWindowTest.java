// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cli.CommandRun;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReferenceWindowTest {
  private static final int LINES = 2_000;

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void everyDecisionMatchesTheReferenceWindow(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    ReferenceWindow model = new ReferenceWindow();
    List<String> input = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    long t = 1_700_000_000_000L;
    for (int i = 0; i < LINES; i++) {
      t += random.nextInt(50) == 0 ? random.nextInt(5_000) : random.nextInt(100);
      List<ReferenceWindow.ReferenceCheck> batch = checks(random);
      input.add(json(t, batch));
      expected.addAll(model.decide(t, batch));
    }

    CommandRun commandRun = CommandRun.of(String.join("\n", input), "decide");

    assertThat(commandRun.err()).isEmpty();
    assertThat(commandRun.lines()).isEqualTo(expected);
    assertThat(
            expected.stream().filter(line -> line.contains("\"allowed\":false")).count())
        .as("refusals, of which there should be neither few nor most")
        .isBetween(expected.size() / 5L, expected.size() * 4L / 5);
  }

  private static List<ReferenceWindow.ReferenceCheck> checks(SplittableRandom random) {
    int size = random.nextInt(4) == 0 ? random.nextInt(2, 6) : 1;
    List<ReferenceWindow.ReferenceCheck> batch = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      batch.add(new ReferenceWindow.ReferenceCheck(
          String.valueOf((char) ('a' + random.nextInt(4))),
          random.nextInt(8),
          random.nextInt(20) == 0 ? random.nextInt(3) : 10,
          random.nextInt(5) == 0 ? 1_000 : 1_700));
    }
    return batch;
  }

  private static String json(long t, List<ReferenceWindow.ReferenceCheck> batch) {
    String objects = batch.stream()
        .map(referenceCheck -> "{\"t\":" + t + ",\"identifier\":\"" + referenceCheck.identifier()
            + "\",\"cost\":" + referenceCheck.cost() + ",\"limit\":" + referenceCheck.limit()
            + ",\"duration\":" + referenceCheck.duration() + "}")
        .collect(Collectors.joining(","));
    return batch.size() == 1 ? objects : "[" + objects + "]";
  }
}
