// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.command;

import io.weir.time.EpochClock;
import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * The environment that a command runs in. A command closes none of the streams.
 *
 * @param in standard input
 * @param out standard output
 * @param errors receives error messages, line by line
 * @param environment environment variables that replace options
 * @param clock the current time, for values that are shown relative to now
 * @param isTerminal whether a person types the input and reads the output
 */
public record CommandContext(
    InputStream in,
    OutputStream out,
    PrintWriter errors,
    Map<String, String> environment,
    EpochClock clock,
    boolean isTerminal) {

  /** The context of this process. */
  public static CommandContext ofProcess() {
    // Not System.out: a PrintStream would hide that the reader has closed the pipe.
    CommandContext plain = of(System.in, new FileOutputStream(FileDescriptor.out), System.err);
    return new CommandContext(
        plain.in(),
        plain.out(),
        plain.errors(),
        plain.environment(),
        plain.clock(),
        detectTerminal());
  }

  /** A context with these streams, and the environment and clock of this process. */
  public static CommandContext of(InputStream in, OutputStream out, OutputStream err) {
    PrintWriter errors = new PrintWriter(err, true, StandardCharsets.UTF_8);
    return new CommandContext(in, out, errors, System.getenv(), EpochClock.system(), false);
  }

  /**
   * Some JDKs have a console only if input and output are a terminal. Others always have one and report this with a
   * method that is newer than Java 17.
   */
  private static boolean detectTerminal() {
    return Optional.ofNullable(System.console()).map(CommandContext::isTerminal).orElse(false);
  }

  private static boolean isTerminal(Console console) {
    try {
      return Boolean.TRUE.equals(Console.class.getMethod("isTerminal").invoke(console));
    } catch (NoSuchMethodException e) {
      return true;
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }
}
