// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class MainTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void withoutANameTheNamesAreListed() {
    assertThat(run()).isZero();

    assertThat(text(out))
        .contains(
            "decisions",
            "clock",
            "memory",
            "growth",
            "redis",
            "ledger",
            "server",
            "client",
            "local-store",
            "crash",
            "isolation");
    assertThat(text(err)).isEmpty();
  }

  @Test
  void helpListsTheNames() {
    assertThat(run("--help")).isZero();

    assertThat(text(out))
        .contains(
            "decisions",
            "clock",
            "memory",
            "growth",
            "redis",
            "ledger",
            "server",
            "client",
            "local-store",
            "crash",
            "isolation");
  }

  @Test
  void anUnknownNameIsWrongUsage() {
    assertThat(run("speed")).isEqualTo(2);

    assertThat(text(err)).contains("unknown benchmark: speed").contains("decisions");
    assertThat(text(out)).isEmpty();
  }

  @Test
  void anUnknownOptionIsWrongUsage() {
    assertThat(run("decisions", "--fast")).isEqualTo(2);

    assertThat(text(err)).contains("unexpected argument: --fast");
  }

  @Test
  void anOptionOfAnotherBenchmarkIsWrongUsage() {
    assertThat(run("clock", "--heap", "96m")).isEqualTo(2);

    assertThat(text(err)).contains("clock does not take --heap");
  }

  @Test
  void helpListsTheAttacks() {
    assertThat(run("isolation", "--help")).isZero();

    assertThat(text(out)).contains("--only NAME", "big-bodies", "strict-looks");
  }

  private int run(String... args) {
    return Main.run(stream(out), stream(err), args);
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private static String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
