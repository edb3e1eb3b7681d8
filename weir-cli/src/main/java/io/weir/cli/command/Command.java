// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.command;

import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/**
 * A command of Weir: its syntax and its action.
 *
 * @param line its name, options, help and subcommands
 * @param action runs it
 */
public record Command(CommandLine line, CommandAction action) {

  /** The action of a command. */
  @FunctionalInterface
  public interface CommandAction {

    /**
     * Runs the command and returns the exit code: 0 for success, 1 for failure.
     *
     * @throws picocli.CommandLine.ParameterException if the options are invalid, which is reported as wrong usage
     */
    int run(ParseResult parsed, CommandContext commandContext);
  }

  /** The name under which the user calls the command. */
  public String name() {
    return line.getCommandName();
  }
}
