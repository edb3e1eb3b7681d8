// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.command;

import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/**
 * A command of Weir: what it understands and what it does.
 *
 * @param line its name, options and help, with the commands below it
 * @param action what it does
 */
public record Command(CommandLine line, CommandAction action) {

  /** What a command does. */
  @FunctionalInterface
  public interface CommandAction {

    /**
     * Does what was asked for and gives the exit code: 0 done, 1 it failed.
     *
     * @throws picocli.CommandLine.ParameterException if the options make no sense, which is reported as wrong usage
     */
    int run(ParseResult asked, CommandContext commandContext);
  }

  /** What the user calls it by. */
  public String name() {
    return line.getCommandName();
  }
}
