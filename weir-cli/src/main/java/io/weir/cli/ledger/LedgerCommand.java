// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.ledger;

import io.weir.cli.command.CommandContext;
import io.weir.cli.command.CommandOptions;
import io.weir.cli.command.DatabaseOptions;
import io.weir.ledger.LedgerUnavailable;
import io.weir.mysql.DatabaseMaintenance;
import io.weir.mysql.MysqlOptions;
import io.weir.time.NanoClock;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.function.LongConsumer;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The {@code ledger} command: deletes expired counts from the ledger's database. */
public final class LedgerCommand {
  private static final String BATCH = "--batch";

  /** Rare enough for a log, frequent enough for a person who watches. */
  private static final long PROGRESS_MILLIS = 1_000;

  private static final String EXIT = """

      Exit codes: 0 success, 1 failure, 2 invalid option.
      """;

  private LedgerCommand() {}

  /** The command with its subcommands. Built without annotations, because reflection would slow down the start. */
  public static CommandLine commandLine() {
    CommandSpec ledger = spec("ledger", "Maintains the ledger's database.", "");
    ledger.usageMessage().synopsisSubcommandLabel("COMMAND");
    CommandSpec clean = DatabaseOptions.addTo(
        spec("clean", "Deletes expired counts in batches. Meant for cron.", EXIT));
    clean.addOption(OptionSpec.builder(BATCH)
        .type(String.class)
        .arity("1")
        .paramLabel("N")
        .description("Maximum number of rows that a statement deletes: 1 to %d. Default: %d."
            .formatted(DatabaseMaintenance.MAX_BATCH, DatabaseMaintenance.DEFAULT_BATCH))
        .build());
    return new CommandLine(ledger)
        .addSubcommand(new CommandLine(clean))
        .addSubcommand(movedCommand("migrate"))
        .addSubcommand(movedCommand("schema"));
  }

  /** A command that has been replaced by {@code migrate}. */
  private static CommandLine movedCommand(String name) {
    CommandSpec spec = spec(name, "Moved to ./weir migrate, which manages all tables.", "");
    spec.usageMessage().hidden(true);
    spec.parser().unmatchedArgumentsAllowed(true);
    return new CommandLine(spec);
  }

  private static CommandSpec spec(String name, String description, String footer) {
    CommandSpec spec = CommandSpec.create().name(name).addOption(CommandOptions.help());
    spec.usageMessage().description(description).sortOptions(false);
    spec.usageMessage().footer(footer.lines().toArray(String[]::new));
    return spec;
  }

  /** Runs the command and returns the exit code. */
  public static int run(ParseResult ledger, CommandContext commandContext) {
    if (!ledger.hasSubcommand()) {
      throw new ParameterException(
          ledger.commandSpec().commandLine(), "no command given; known commands: clean");
    }
    ParseResult parsed = ledger.subcommand();
    PrintWriter errors = commandContext.errors();
    String name = parsed.commandSpec().qualifiedName();
    if (!parsed.commandSpec().name().equals("clean")) {
      errors.println(name + ": moved: ./weir migrate creates and updates all tables,"
          + " ./weir migrate --print prints the SQL");
      return ExitCode.USAGE;
    }
    try {
      int batch = batch(parsed);
      MysqlOptions options = DatabaseOptions.read(parsed, commandContext.environment());
      PrintWriter answers = new PrintWriter(commandContext.out(), false, StandardCharsets.UTF_8);
      long deleted = DatabaseMaintenance.clean(
          options,
          batch,
          throttled(rows -> errors.println(name + ": " + rows + " rows deleted so far")));
      answers.printf("deleted %d rows%n", deleted);
      if (answers.checkError()) {
        errors.println(name + ": can't write the output");
        return ExitCode.SOFTWARE;
      }
      return ExitCode.OK;
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          parsed.commandSpec().commandLine(), String.valueOf(e.getMessage()));
    } catch (LedgerUnavailable e) {
      errors.println(name + ": " + e.getMessage());
    } catch (RuntimeException e) {
      errors.println(name + ": internal error: " + e.getClass().getName());
    }
    return ExitCode.SOFTWARE;
  }

  private static LongConsumer throttled(LongConsumer progress) {
    NanoClock clock = NanoClock.system();
    long[] next = {clock.elapsedMillis() + PROGRESS_MILLIS};
    return rows -> {
      if (clock.elapsedMillis() >= next[0]) {
        next[0] = clock.elapsedMillis() + PROGRESS_MILLIS;
        progress.accept(rows);
      }
    };
  }

  private static int batch(ParseResult parsed) {
    String text =
        parsed.matchedOptionValue(BATCH, Integer.toString(DatabaseMaintenance.DEFAULT_BATCH));
    boolean isNumber = text.length() <= 9 && text.chars().allMatch(c -> c >= '0' && c <= '9');
    int number = isNumber && !text.isEmpty() ? Integer.parseInt(text) : 0;
    if (number < 1 || number > DatabaseMaintenance.MAX_BATCH) {
      throw new IllegalArgumentException(BATCH + " must be an integer from 1 to "
          + DatabaseMaintenance.MAX_BATCH + ", but was \"" + text + '"');
    }
    return number;
  }
}
