// SPDX-License-Identifier: Apache-2.0
package io.weir.cli;

import io.weir.cli.command.CommandContext;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * The result of a command.
 *
 * @param exit its exit code
 * @param out its standard output
 * @param err its standard error
 */
public record CommandRun(int exit, String out, String err) {

  /** Runs a command in this process with this text as input. */
  public static CommandRun of(String input, String... args) {
    return of(input.getBytes(StandardCharsets.UTF_8), args);
  }

  /** Runs a command in this process with input that need not be text. */
  public static CommandRun of(byte[] input, String... args) {
    return of(input, Map.of(), args);
  }

  /** Runs a command in this process with this environment. The clock stands at the start of 1970. */
  public static CommandRun of(byte[] input, Map<String, String> environment, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintWriter errors = new PrintWriter(err, true, StandardCharsets.UTF_8);
    int exit = Main.run(
        args,
        new CommandContext(
            new ByteArrayInputStream(input), out, errors, environment, () -> 0, false),
        List.of());
    return new CommandRun(
        exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** Runs {@code decide --limit 10 --duration 60s} on these lines. */
  public static CommandRun tenPerMinute(String... lines) {
    return of(String.join("\n", lines), "decide", "--limit", "10", "--duration", "60s");
  }

  /** The lines of the standard output. */
  public List<String> lines() {
    return out.lines().toList();
  }
}
