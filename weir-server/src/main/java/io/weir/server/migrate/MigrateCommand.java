// SPDX-License-Identifier: Apache-2.0
package io.weir.server.migrate;

import io.weir.cli.command.Command;
import io.weir.cli.command.CommandContext;
import io.weir.cli.command.CommandOptions;
import io.weir.cli.command.DatabaseOptions;
import io.weir.ledger.LedgerUnavailable;
import io.weir.mysql.DatabaseMaintenance;
import io.weir.mysql.DatabaseMaintenance.Migration;
import io.weir.mysql.MysqlOptions;
import io.weir.sql.dialect.Schema;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The command {@code migrate}, which creates all tables of a shared database or updates them. */
public final class MigrateCommand {
  private static final String PRINT = "--print";
  private static final String ONLY = "--only";

  private static final String FOOTER = """

      The database user needs the privileges CREATE, ALTER, INDEX, SELECT and INSERT. Running it again does nothing.
      Old and new servers work on the same tables: migrate first, then update the servers.

      Exit codes: 0 success, 1 failure, 2 invalid option.
      """;

  private MigrateCommand() {}

  /** Returns the command. */
  public static Command command() {
    CommandSpec spec = DatabaseOptions.addTo(CommandSpec.create().name("migrate"))
        .addOption(OptionSpec.builder(PRINT)
            .description("Print the SQL without running it: all of it or, if a database is given,"
                + " what that database is missing.")
            .build())
        .addOption(OptionSpec.builder(ONLY)
            .type(String.class)
            .arity("1")
            .paramLabel("PART")
            .description("Only the tables of this part: one of " + parts()
                + ". Applications that embed Weir need only the ledger; servers need all parts.")
            .build())
        .addOption(CommandOptions.help());
    spec.usageMessage()
        .description("Creates or updates all tables of the database that servers share.")
        .sortOptions(false)
        .footer(FOOTER.lines().toArray(String[]::new));
    return new Command(new CommandLine(spec), MigrateCommand::run);
  }

  private static String parts() {
    return SharedTables.PLANS.stream()
        .map(Schema.SchemaPlan::name)
        .collect(Collectors.joining(", "));
  }

  private static int run(ParseResult parsed, CommandContext context) {
    PrintWriter out = new PrintWriter(context.out(), false, StandardCharsets.UTF_8);
    try {
      out.print(answer(parsed, context));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          parsed.commandSpec().commandLine(), String.valueOf(e.getMessage()));
    } catch (LedgerUnavailable e) {
      context.errors().println("weir migrate: " + e.getMessage());
      return ExitCode.SOFTWARE;
    }
    if (out.checkError()) {
      context.errors().println("weir migrate: can't write the output");
      return ExitCode.SOFTWARE;
    }
    return ExitCode.OK;
  }

  private static String answer(ParseResult parsed, CommandContext context) {
    List<Schema.SchemaPlan> plans = plans(parsed);
    boolean isNamed = DatabaseOptions.isGiven(parsed, context.environment());
    if (parsed.hasMatchedOption(PRINT) && !isNamed) {
      return DatabaseMaintenance.script(plans);
    }
    MysqlOptions database = DatabaseOptions.read(parsed, context.environment());
    if (parsed.hasMatchedOption(PRINT)) {
      return DatabaseMaintenance.missing(database, plans).stream()
          .map(each -> DatabaseMaintenance.script(each.plan(), each.missing()))
          .filter(script -> !script.isEmpty())
          .collect(Collectors.joining("\n"));
    }
    return DatabaseMaintenance.migrate(database, plans).stream()
        .map(each -> each.plan().name() + ": " + outcome(each) + "\n")
        .collect(Collectors.joining());
  }

  private static List<Schema.SchemaPlan> plans(ParseResult parsed) {
    if (!parsed.hasMatchedOption(ONLY)) {
      return SharedTables.PLANS;
    }
    String name = parsed.matchedOptionValue(ONLY, "");
    List<Schema.SchemaPlan> found =
        SharedTables.PLANS.stream().filter(each -> each.name().equals(name)).toList();
    if (found.isEmpty()) {
      throw new IllegalArgumentException(
          ONLY + " must be one of " + parts() + ", but was \"" + name + '"');
    }
    return found;
  }

  private static String outcome(Migration migration) {
    int newest = migration.plan().newest();
    String tables = migration.tables().size() + " tables at version " + migration.version();
    if (migration.version() > newest) {
      return tables + ", newer than this build, which knows version " + newest;
    }
    return migration.missing().isEmpty()
        ? tables + ", nothing to do"
        : tables + ", applied " + migration.missing() + " (" + String.join(", ", migration.tables())
            + ")";
  }
}
