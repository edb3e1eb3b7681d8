// SPDX-License-Identifier: Apache-2.0
package io.weir.server;

import io.weir.cli.command.Command;
import io.weir.cli.command.CommandContext;
import io.weir.server.admin.AdminCommands;
import io.weir.server.admin.RepairCommand;
import io.weir.server.logs.LogFormat;
import io.weir.server.logs.LogLevel;
import io.weir.server.logs.LogSetup;
import io.weir.server.migrate.MigrateCommand;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** The entry point of the server jar, which runs any Weir command: {@code java -jar weir.jar COMMAND [ARGUMENTS]}. */
public final class Main {
  private Main() {}

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    System.exit(io.weir.cli.Main.run(args, CommandContext.ofProcess(), commands()));
  }

  /** Returns the commands that this jar adds to those of {@code weir-cli}. */
  static List<Command> commands() {
    List<Command> commands = new ArrayList<>();
    commands.add(ServeCommand.command());
    for (CommandLine line : AdminCommands.commandLines()) {
      commands.add(new Command(line, (parsed, context) -> {
        LogSetup.setUp(LogFormat.TEXT, LogLevel.WARNING); // hides the connection pool's messages
        return AdminCommands.run(parsed, context.out(), context.errors());
      }));
    }
    commands.add(MigrateCommand.command());
    commands.add(RepairCommand.command());
    return commands;
  }
}
