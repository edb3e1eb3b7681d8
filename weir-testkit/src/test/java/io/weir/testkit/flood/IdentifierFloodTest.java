// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.flood;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Verifies that a flood of identifiers can neither exhaust the heap, nor reset subjects near their limit, nor affect
 * another workspace.
 */
@Tag("integration")
class IdentifierFloodTest {
  private static final String WARNING = "memory ceiling reached";

  @TempDir
  Path folder;

  private String flood(String origin, int identifiers) throws IOException, InterruptedException {
    Path output = folder.resolve(origin + ".txt");
    Process process = new ProcessBuilder(List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-XX:+ExitOnOutOfMemoryError",
            "-cp",
            System.getProperty("java.class.path"),
            IdentifierFlood.class.getName(),
            origin,
            String.valueOf(identifiers)))
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start();
    boolean ended = process.waitFor(300, TimeUnit.SECONDS);
    process.destroyForcibly();
    String printed = Files.readString(output, StandardCharsets.UTF_8);
    assertThat(ended).as("ended in time: %s", printed).isTrue();
    assertThat(process.exitValue()).as("exit code: %s", printed).isZero();
    return printed;
  }

  @Test
  void aSingleProcessSurvivesAFlood() throws Exception {
    String printed = flood("without", 2_500_000);

    assertSurvived(printed);
    assertThat(number(printed, "evicted: ")).isGreaterThan(2_000_000);
    assertThat(number(printed, "units lost: ")).isEqualTo(number(printed, "evicted: "));
  }

  @Test
  void aProcessOfARegionSurvivesAFlood() throws Exception {
    String printed = flood("with", 2_500_000);

    assertSurvived(printed);
    assertThat(number(printed, "evicted: ")).isGreaterThan(2_000_000);
    assertThat(number(printed, "units lost: ")).isZero();
  }

  @Test
  void aProcessWithAnUnavailableOriginSurvivesAFlood() throws Exception {
    String printed = flood("unavailable", 1_500_000);

    assertSurvived(printed);
    assertThat(number(printed, "evicted: ")).isGreaterThan(1_000_000);
    assertThat(number(printed, "units lost: ")).isGreaterThan(500_000);
  }

  /**
   * Asserts that in the flooded workspace no subject near its limit was evicted, and in the other one none at all.
   */
  private static void assertSurvived(String printed) {
    assertThat(printed.lines())
        .contains(
            "hot subjects exact: true",
            "honest hot subjects exact: true",
            "honest subjects: 7500 forgotten 0",
            "evicted workspaces: [hostile]");
    assertThat(printed).containsOnlyOnce(WARNING);
  }

  private static long number(String text, String label) {
    return text.lines()
        .filter(line -> line.startsWith(label))
        .mapToLong(line -> Long.parseLong(line.substring(label.length())))
        .findFirst()
        .orElseThrow();
  }
}
