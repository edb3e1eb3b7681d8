// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cli.CommandRun;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The expected files were computed by a model of the arithmetic that shares no code with Weir. */
class GoldenFilesTest {

  @ParameterizedTest
  @CsvSource({"burst-across-the-minute, 100", "normal-and-expensive, 100", "a-long-day, 10"})
  void everyByteIsAsExpected(String name, String limit) throws IOException {
    CommandRun commandRun = run(name, limit);

    assertThat(commandRun.err()).isEmpty();
    assertThat(commandRun.exit()).isZero();
    assertThat(commandRun.out()).isEqualTo(resource(name + ".decisions.jsonl"));
  }

  @Test
  void theSameInputGivesTheSameBytes() throws IOException {
    assertThat(run("a-long-day", "10")).isEqualTo(run("a-long-day", "10"));
  }

  @Test
  void aBurstAcrossTheMinuteIsNotAllowedTwice() throws IOException {
    CommandRun commandRun = run("burst-across-the-minute", "100");

    assertThat(commandRun.lines().subList(0, 100)).allMatch(GoldenFilesTest::isAllowed);
    assertThat(commandRun.lines().subList(100, 200).stream().filter(GoldenFilesTest::isAllowed))
        .hasSize(2);
  }

  @Test
  void aHundredNormalOrTwentyExpensiveRequestsFit() throws IOException {
    CommandRun commandRun = run("normal-and-expensive", "100");

    assertThat(commandRun.lines().subList(0, 101).stream().filter(GoldenFilesTest::isAllowed))
        .hasSize(100);
    assertThat(commandRun.lines().subList(101, 122).stream().filter(GoldenFilesTest::isAllowed))
        .hasSize(20);
  }

  private static boolean isAllowed(String line) {
    return line.startsWith("{\"allowed\":true,");
  }

  private static CommandRun run(String name, String limit) throws IOException {
    return CommandRun.of(
        resource(name + ".checks.jsonl"), "decide", "--limit", limit, "--duration", "60s");
  }

  private static String resource(String name) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(GoldenFilesTest.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
