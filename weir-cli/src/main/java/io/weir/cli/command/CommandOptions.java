// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.command;

import picocli.CommandLine.Model.OptionSpec;

/** Factories for the options of commands. */
public final class CommandOptions {
  private CommandOptions() {}

  /** An option with a value, which the help shows as this label. */
  public static OptionSpec withValue(String name, String label, String description) {
    return OptionSpec.builder(name)
        .type(String.class)
        .arity("1")
        .paramLabel(label)
        .description(description)
        .build();
  }

  /** The option that prints the help of its command. */
  public static OptionSpec help() {
    return OptionSpec.builder("-h", "--help")
        .usageHelp(true)
        .description("Print this help.")
        .build();
  }
}
