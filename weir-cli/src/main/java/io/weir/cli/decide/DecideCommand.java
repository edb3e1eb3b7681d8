// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.decide;

import io.weir.cli.command.CommandOptions;
import io.weir.cli.decide.DecisionWriter.UnwritableOutput;
import io.weir.cli.decide.Replay.OutOfCapacity;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Decides a stream of checks line by line: writes the decisions of a line before it reads the next line. */
public final class DecideCommand {
  private static final String LIMIT = "--limit";
  private static final String DURATION = "--duration";
  private static final String EXPLAIN = "--explain";

  private static final String FORMAT = """

      Input, one line each (UTF-8, at most 1 MiB; blank lines are skipped):
        {"t":1700000000000,"identifier":"a","cost":1,"limit":10,"duration":"60s"}
        t           Unix milliseconds, 0 to 9007199254740991. It may go back. By up to the duration, or 10 s if that is
                    longer, it counts as the start of the newest window seen; further back, the identifier starts over.
                    An identifier also starts over a second after the two windows that its last check counts in.
        identifier  1 to 512 characters. Each duration is counted separately; different limits share one count.
        cost        0 to 9223372036854775807, default 1; 0 checks without counting.
        limit       0 to 9223372036854775807, default --limit; 0 refuses everything.
        duration    1s to 30d, as text or as a number of milliseconds, default --duration.
      An array of such objects is a batch: all are counted, or none. Put t in the first object, or the same t in all.

      Output, one line for each check, in order:
        allowed     true or false. A batch was counted if all of its lines say true; in a refused batch, true means that
                    this check would have been allowed.
        limit       the limit that was applied
        remaining   units left: after this check if it was counted, otherwise without it
        reset       when the fixed window ends, Unix milliseconds
        retryAfter  milliseconds from t until this cost would be allowed if nothing else is counted; null: never
        explain     with --explain: all inputs of the calculation, and the calculation in one line

      Example:
        printf '%%s\\n' '{"t":1700000000000,"identifier":"a","cost":8}' \\
            '{"t":1700000001000,"identifier":"a","cost":3}' | ./weir decide --limit 10 --duration 60s
      prints
        {"allowed":true,"limit":10,"remaining":2,"reset":1700000040000,"retryAfter":0}
        {"allowed":false,"limit":10,"remaining":2,"reset":1700000040000,"retryAfter":39001}

      Exit codes: 0 all lines were decided, 1 failure, 2 invalid option or line (the lines before it were decided).
      """;

  private DecideCommand() {}

  /** The command's options and help. Built without annotations, because reflection would slow down the start. */
  public static CommandSpec spec() {
    CommandSpec spec = CommandSpec.create()
        .name("decide")
        .addOption(CommandOptions.withValue(
            LIMIT, "N", "Units allowed per duration, for lines without a limit of their own."))
        .addOption(
            CommandOptions.withValue(
                DURATION,
                "TIME",
                "1s to 30d, such as 1500ms, 60s, 5m, 1h or 30d, for lines without a duration of their own."))
        .addOption(OptionSpec.builder(EXPLAIN)
            .description("Add the calculation to each decision.")
            .build())
        .addOption(CommandOptions.help());
    spec.usageMessage()
        .description(
            "Decides a stream of checks in virtual time. The same input gives the same output.")
        .sortOptions(false)
        .footer(FORMAT.split("\n"));
    return spec;
  }

  /** Decides every line and returns the exit code. */
  public static int run(ParseResult parsed, InputStream in, OutputStream out, PrintWriter errors) {
    RequestParser parser = new RequestParser(new CheckInput.CheckDefaults(
        option(parsed, LIMIT, LongRange.LIMIT::parse),
        option(parsed, DURATION, CheckInput::millis)));
    InputLines inputLines = new InputLines(in);
    try {
      answer(inputLines, parser, new DecisionWriter(out, parsed.hasMatchedOption(EXPLAIN)));
      return ExitCode.OK;
    } catch (InvalidInput e) {
      errors.println("weir decide: line " + inputLines.number() + ": " + e.message());
      return ExitCode.USAGE;
    } catch (OutOfCapacity e) {
      errors.println("weir decide: line " + inputLines.number() + ": " + e.getMessage());
    } catch (UnwritableOutput e) {
      if (e.isBrokenPipe()) {
        return ExitCode.OK; // the reader has closed the pipe, which is not an error
      }
      errors.println("weir decide: can't write the decisions: " + e.getMessage());
    } catch (IOException e) {
      errors.println("weir decide: can't read the checks: " + e.getMessage());
    } catch (RuntimeException | Error e) {
      errors.println("weir decide: line " + inputLines.number() + ": internal error: " + e);
    }
    return ExitCode.SOFTWARE;
  }

  private static void answer(InputLines inputLines, RequestParser parser, DecisionWriter writer)
      throws IOException, InvalidInput, OutOfCapacity {
    Replay replay = new Replay();
    for (String line = inputLines.next(); line != null; line = inputLines.next()) {
      if (!line.isBlank()) {
        writer.write(replay.decide(parser.parse(line)));
      }
    }
  }

  private interface OptionParser {
    long parse(String text) throws InvalidInput;
  }

  private static @Nullable Long option(ParseResult parsed, String name, OptionParser optionParser) {
    String text = parsed.matchedOptionValue(name, null);
    if (text == null) {
      return null;
    }
    try {
      return optionParser.parse(text);
    } catch (InvalidInput e) {
      throw new ParameterException(parsed.commandSpec().commandLine(), name + " " + e.message());
    }
  }
}
