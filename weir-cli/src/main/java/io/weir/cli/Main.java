// SPDX-License-Identifier: Apache-2.0
package io.weir.cli;

import io.weir.cli.decide.DecideCommand;
import io.weir.cli.ledger.LedgerCommand;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Runs a command of Weir: {@code java io.weir.cli.Main COMMAND [ARGUMENTS]}. */
public final class Main {
  private Main() {}

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    // Not System.out: a PrintStream would hide that the reader at the other end has gone.
    OutputStream out = new FileOutputStream(FileDescriptor.out);
    System.exit(run(args, System.in, out, System.err));
  }

  /** Runs the command on these streams and gives its exit code. Closes none of them. */
  public static int run(String[] args, InputStream in, OutputStream out, OutputStream err) {
    PrintWriter errors = new PrintWriter(err, true, StandardCharsets.UTF_8);
    CommandLine weir = commands();
    try {
      ParseResult asked = weir.parseArgs(args);
      ParseResult deepest = asked;
      while (deepest.hasSubcommand()) {
        deepest = deepest.subcommand();
      }
      if (deepest.isUsageHelpRequested()) {
        print(deepest, out);
        return ExitCode.OK;
      }
      if (!asked.hasSubcommand()) {
        throw new ParameterException(weir, "no command given; known commands: decide, ledger");
      }
      ParseResult command = asked.subcommand();
      return command.commandSpec().name().equals("ledger")
          ? LedgerCommand.run(command, out, errors)
          : DecideCommand.run(command, in, out, errors);
    } catch (ParameterException e) {
      String command = e.getCommandLine().getCommandSpec().qualifiedName();
      errors.println(command + ": " + e.getMessage());
      errors.println("./" + command + " --help tells more");
      return ExitCode.USAGE;
    }
  }

  private static CommandLine commands() {
    CommandSpec weir = CommandSpec.create()
        .name("weir")
        .addOption(OptionSpec.builder("-h", "--help")
            .usageHelp(true)
            .description("Print this text.")
            .build());
    weir.usageMessage().synopsisSubcommandLabel("COMMAND").description("The commands of Weir.");
    return new CommandLine(weir)
        .addSubcommand(new CommandLine(DecideCommand.spec()))
        .addSubcommand(LedgerCommand.commandLine())
        .setExpandAtFiles(false)
        .setUsageHelpWidth(120);
  }

  private static void print(ParseResult asked, OutputStream out) {
    PrintWriter text = new PrintWriter(out, false, StandardCharsets.UTF_8);
    asked.commandSpec().commandLine().usage(text, Ansi.OFF);
    text.flush();
  }
}
