// SPDX-License-Identifier: Apache-2.0
package io.weir.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs the command in its own process, as the launcher does. */
@Timeout(60)
@Tag("integration")
class CliProcessTest {
  private static final String CHECK = "{\"t\":0,\"identifier\":\"a\"}\n";

  private Process process;
  private BufferedWriter in;
  private BufferedReader out;

  @BeforeEach
  void start() throws IOException {
    process = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            "io.weir.cli.Main",
            "decide",
            "--limit=10",
            "--duration=60s")
        .start();
    in = process.outputWriter(UTF_8);
    out = process.inputReader(UTF_8);
  }

  @AfterEach
  void stop() {
    process.destroyForcibly();
  }

  @Test
  void aLineIsAnsweredWhileTheInputStaysOpen() throws Exception {
    in.write(CHECK);
    in.flush();

    assertThat(out.readLine())
        .isEqualTo(
            "{\"allowed\":true,\"limit\":10,\"remaining\":9,\"reset\":60000,\"retryAfter\":0}");

    in.write("{}\n");
    in.flush();

    assertThat(process.waitFor()).isEqualTo(2);
    assertThat(errors())
        .hasSize(1)
        .first()
        .asString()
        .startsWith("weir decide: line 2: t is missing");
  }

  @Test
  void itEndsQuietlyWhenTheReaderClosesThePipe() throws Exception {
    in.write(CHECK);
    in.flush();
    out.readLine();
    out.close();

    in.write(CHECK);
    in.flush();

    assertThat(process.waitFor()).isZero();
    assertThat(errors()).isEmpty();
  }

  private List<String> errors() {
    return process.errorReader(UTF_8).lines().toList();
  }
}
