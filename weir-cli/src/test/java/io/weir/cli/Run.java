// SPDX-License-Identifier: Apache-2.0
package io.weir.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What a command did.
 *
 * @param exit its exit code
 * @param out what it printed
 * @param err what it complained about
 */
public record Run(int exit, String out, String err) {

  /** Runs a command in this process on some input. */
  public static Run of(String input, String... args) {
    return of(input.getBytes(StandardCharsets.UTF_8), args);
  }

  /** Runs a command in this process on input that need not be text. */
  public static Run of(byte[] input, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exit = Main.run(args, new ByteArrayInputStream(input), out, err);
    return new Run(
        exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** Runs {@code decide --limit 10 --duration 60s} on these lines. */
  public static Run tenPerMinute(String... lines) {
    return of(String.join("\n", lines), "decide", "--limit", "10", "--duration", "60s");
  }

  /** The lines that it printed. */
  public List<String> lines() {
    return out.lines().toList();
  }
}
