// SPDX-License-Identifier: Apache-2.0
package io.weir.cli;

import io.weir.cli.client.ClientCommands;
import io.weir.cli.command.Command;
import io.weir.cli.command.CommandContext;
import io.weir.cli.command.CommandOptions;
import io.weir.cli.decide.DecideCommand;
import io.weir.cli.ledger.LedgerCommand;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Runs a command of Weir: {@code java io.weir.cli.Main COMMAND [ARGUMENTS]}. */
public final class Main {
  private Main() {}

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    System.exit(run(args, CommandContext.ofProcess(), List.of()));
  }

  /** Runs the command with these streams and returns its exit code. Closes none of the streams. */
  public static int run(String[] args, InputStream in, OutputStream out, OutputStream err) {
    return run(args, CommandContext.of(in, out, err), List.of());
  }

  /** Runs one of the built-in commands or one of the {@code more} commands, and returns its exit code. */
  public static int run(String[] args, CommandContext commandContext, List<Command> more) {
    List<Command> commands = new ArrayList<>(more);
    commands.addAll(commands());
    CommandLine weir = commandLine(commands);
    try {
      ParseResult parsed = weir.parseArgs(args);
      ParseResult deepest = parsed;
      while (deepest.hasSubcommand()) {
        deepest = deepest.subcommand();
      }
      if (deepest.isUsageHelpRequested()) {
        print(deepest, commandContext.out());
        return ExitCode.OK;
      }
      if (parsed.isVersionHelpRequested()) {
        PrintWriter out = new PrintWriter(commandContext.out(), false, StandardCharsets.UTF_8);
        out.println("weir " + version());
        out.flush();
        return ExitCode.OK;
      }
      return selectedCommand(parsed, commands).action().run(parsed.subcommand(), commandContext);
    } catch (ParameterException e) {
      String command = e.getCommandLine().getCommandSpec().qualifiedName();
      commandContext.errors().println(command + ": " + describe(e));
      commandContext.errors().println("see ./" + command + " --help");
      return ExitCode.USAGE;
    }
  }

  private static String describe(ParameterException e) {
    if (!(e instanceof UnmatchedArgumentException unmatched)) {
      return String.valueOf(e.getMessage());
    }
    String first = unmatched.getUnmatched().get(0);
    int end = first.indexOf('='); // the value may be a secret
    String shown = end < 0 ? first : first.substring(0, end);
    List<String> known = new ArrayList<>();
    e.getCommandLine().getSubcommands().forEach((name, line) -> {
      if (!line.getCommandSpec().usageMessage().hidden()) {
        known.add(name);
      }
    });
    if (first.startsWith("-")) {
      return "unknown option: " + shown;
    }
    return known.isEmpty()
        ? "unexpected argument: " + shown
        : "unknown command: " + shown + "; known commands: " + String.join(", ", known);
  }

  private static List<Command> commands() {
    List<Command> own = new ArrayList<>(ClientCommands.all());
    own.add(new Command(
        new CommandLine(DecideCommand.spec()),
        (parsed, s) -> DecideCommand.run(parsed, s.in(), s.out(), s.errors())));
    own.add(new Command(LedgerCommand.commandLine(), LedgerCommand::run));
    return own;
  }

  private static Command selectedCommand(ParseResult parsed, List<Command> commands) {
    String name = parsed.hasSubcommand() ? parsed.subcommand().commandSpec().name() : "";
    return commands.stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new ParameterException(
            parsed.commandSpec().commandLine(),
            commands.stream()
                .map(Command::name)
                .collect(Collectors.joining(", ", "no command given; known commands: ", ""))));
  }

  private static CommandLine commandLine(List<Command> commands) {
    CommandSpec spec = CommandSpec.create()
        .name("weir")
        .addOption(CommandOptions.help())
        .addOption(OptionSpec.builder("-V", "--version")
            .versionHelp(true)
            .description("Print the version.")
            .build());
    spec.usageMessage()
        .synopsisSubcommandLabel("COMMAND")
        .description("Commands of Weir, a distributed rate limiter.");
    CommandLine weir = new CommandLine(spec);
    commands.forEach(each -> weir.addSubcommand(each.line()));
    return weir.setExpandAtFiles(false).setUsageHelpWidth(120);
  }

  /** The version in the jar's manifest, or {@code unknown} if the classes were not loaded from a jar. */
  private static String version() {
    @Nullable String version = Main.class.getPackage().getImplementationVersion();
    return version == null ? "unknown" : version;
  }

  private static void print(ParseResult parsed, OutputStream out) {
    PrintWriter text = new PrintWriter(out, false, StandardCharsets.UTF_8);
    parsed.commandSpec().commandLine().usage(text, Ansi.OFF);
    text.flush();
  }
}
