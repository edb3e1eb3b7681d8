// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.ledger;

import io.weir.ledger.LedgerUnavailable;
import io.weir.mysql.Maintenance;
import io.weir.mysql.MysqlOptions;
import io.weir.time.NanoClock;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.LongConsumer;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Cleans and migrates the ledger's database, and prints its schema. */
public final class LedgerCommand {
  private static final String URL = "--url";
  private static final String USER = "--user";
  private static final String PASSWORD_ENV = "--password-env";
  private static final String BATCH = "--batch";
  private static final String DIALECT = "--dialect";
  private static final String FROM = "--from";

  /** Where the password is looked for, unless told otherwise: on a command line everybody could read it. */
  private static final String PASSWORD = "WEIR_LEDGER_PASSWORD";

  /** Seldom enough for a log, often enough for somebody who watches. */
  private static final long PROGRESS_MILLIS = 1_000;

  private static final String CONNECTION = """

      The URL is the same that the ledger is opened with, for instance
        jdbc:mariadb://db.example:3306/weir
      """;

  private static final String EXIT = """

      Exit code: 0 done, 2 a wrong option, 1 anything else.
      """;

  private LedgerCommand() {}

  /** The command with those below it. Put together without annotations: reflection would slow down the start. */
  public static CommandLine commandLine() {
    CommandSpec ledger = spec("ledger", "What operators do to the ledger's database.", "");
    ledger.usageMessage().synopsisSubcommandLabel("COMMAND");
    CommandSpec clean =
        connecting("clean", "Deletes counts that can no longer matter, in batches. For cron.");
    clean.addOption(withValue(
        BATCH,
        "N",
        "How many rows a statement deletes at most: 1 to %d, %d if left out."
            .formatted(Maintenance.LARGEST_BATCH, Maintenance.DEFAULT_BATCH)));
    CommandSpec migrate =
        connecting("migrate", "Makes the ledger's tables or brings them up to date.");
    CommandSpec schema = spec(
            "schema", "Prints what migrate would run, for who applies it by hand.", EXIT)
        .addOption(withValue(DIALECT, "NAME", "mysql, which MariaDB takes too; mysql if left out."))
        .addOption(withValue(
            FROM,
            "VERSION",
            "The first version to print: 1 to %d, 1 if left out. SELECT MAX(version) FROM"
                    .formatted(Maintenance.newestVersion())
                + " ratelimit_ledger_migrations tells which the database has."));
    return new CommandLine(ledger)
        .addSubcommand(new CommandLine(clean))
        .addSubcommand(new CommandLine(migrate))
        .addSubcommand(new CommandLine(schema));
  }

  private static CommandSpec connecting(String name, String description) {
    return spec(name, description, CONNECTION + EXIT)
        .addOption(withValue(URL, "JDBC", "Where the database is. Required."))
        .addOption(withValue(USER, "NAME", "Who asks, unless the URL says it."))
        .addOption(withValue(
            PASSWORD_ENV,
            "VARIABLE",
            "The environment variable with the password; " + PASSWORD + " if left out."));
  }

  private static CommandSpec spec(String name, String description, String footer) {
    CommandSpec spec = CommandSpec.create()
        .name(name)
        .addOption(OptionSpec.builder("-h", "--help")
            .usageHelp(true)
            .description("Print this text.")
            .build());
    spec.usageMessage().description(description).sortOptions(false);
    spec.usageMessage().footer(footer.lines().toArray(String[]::new));
    return spec;
  }

  private static OptionSpec withValue(String name, String label, String description) {
    return OptionSpec.builder(name)
        .type(String.class)
        .arity("1")
        .paramLabel(label)
        .description(description)
        .build();
  }

  /** Does what was asked for and gives the exit code. */
  public static int run(ParseResult ledger, OutputStream out, PrintWriter errors) {
    if (!ledger.hasSubcommand()) {
      throw new ParameterException(
          ledger.commandSpec().commandLine(),
          "no command given; known commands: clean, migrate, schema");
    }
    ParseResult asked = ledger.subcommand();
    String name = asked.commandSpec().qualifiedName();
    try {
      PrintWriter answers = new PrintWriter(out, false, StandardCharsets.UTF_8);
      answers.print(answer(asked, said -> errors.println(name + ": " + said)));
      if (answers.checkError()) {
        errors.println(name + ": can't write the answer");
        return ExitCode.SOFTWARE;
      }
      return ExitCode.OK;
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          asked.commandSpec().commandLine(), String.valueOf(e.getMessage()));
    } catch (LedgerUnavailable e) {
      errors.println(name + ": " + e.getMessage());
    } catch (RuntimeException e) {
      errors.println(name + ": internal error: " + e.getClass().getName());
    }
    return ExitCode.SOFTWARE;
  }

  /** Hears how far the work is. */
  private interface Progress {
    void said(String text);
  }

  private static String answer(ParseResult asked, Progress progress) {
    return switch (asked.commandSpec().name()) {
      case "clean" -> {
        int batch = number(asked, BATCH, Maintenance.DEFAULT_BATCH, Maintenance.LARGEST_BATCH);
        yield "deleted %d rows%n"
            .formatted(Maintenance.clean(options(asked), batch, everySecond(progress)));
      }
      case "migrate" -> {
        List<Integer> applied = Maintenance.migrate(options(asked));
        yield applied.isEmpty()
            ? "nothing to do: the schema has version %d%n".formatted(Maintenance.newestVersion())
            : "applied versions %s%n".formatted(applied);
      }
      default ->
        Maintenance.schema(
            asked.matchedOptionValue(DIALECT, Maintenance.dialects().get(0)),
            number(asked, FROM, 1, Maintenance.newestVersion()));
    };
  }

  private static LongConsumer everySecond(Progress progress) {
    NanoClock clock = NanoClock.system();
    long[] next = {clock.elapsedMillis() + PROGRESS_MILLIS};
    return gone -> {
      if (clock.elapsedMillis() >= next[0]) {
        next[0] = clock.elapsedMillis() + PROGRESS_MILLIS;
        progress.said(gone + " rows deleted so far");
      }
    };
  }

  private static MysqlOptions options(ParseResult asked) {
    String url = asked.matchedOptionValue(URL, "");
    if (url.isEmpty()) {
      throw new IllegalArgumentException(
          URL + " is required, such as " + URL + " jdbc:mariadb://host:3306/database");
    }
    MysqlOptions.Builder options = MysqlOptions.at(url);
    String user = asked.matchedOptionValue(USER, null);
    if (user != null) {
      options.user(user);
    }
    String variable = asked.matchedOptionValue(PASSWORD_ENV, PASSWORD);
    String password = System.getenv(variable);
    if (password != null) {
      options.password(password);
    } else if (asked.hasMatchedOption(PASSWORD_ENV)) {
      throw new IllegalArgumentException(
          PASSWORD_ENV + " names the variable " + variable + ", which is not set");
    }
    return options.build();
  }

  private static int number(ParseResult asked, String name, int fallback, int most) {
    String text = asked.matchedOptionValue(name, Integer.toString(fallback));
    boolean isNumber = text.length() <= 9 && text.chars().allMatch(c -> c >= '0' && c <= '9');
    int number = isNumber && !text.isEmpty() ? Integer.parseInt(text) : 0;
    if (number < 1 || number > most) {
      throw new IllegalArgumentException(
          name + " must be an integer from 1 to " + most + ", but was \"" + text + '"');
    }
    return number;
  }
}
