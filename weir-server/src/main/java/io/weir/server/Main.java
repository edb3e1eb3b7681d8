// SPDX-License-Identifier: Apache-2.0
package io.weir.server;

import io.weir.cli.command.Command;
import io.weir.cli.command.Surroundings;
import java.util.List;

/** Runs a command of Weir, those of the server included: {@code java -jar weir.jar COMMAND [ARGUMENTS]}. */
public final class Main {
  private Main() {}

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    System.exit(io.weir.cli.Main.run(args, Surroundings.ofProcess(), commands()));
  }

  /** What can be asked for here and not in {@code weir-cli} alone. */
  static List<Command> commands() {
    return List.of();
  }
}
