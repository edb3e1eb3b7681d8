// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.client;

import io.weir.api.Durations;
import io.weir.cli.client.ClientCommands.Dialogue;
import io.weir.cli.client.api.Answer;
import io.weir.cli.command.Command;
import io.weir.cli.command.CommandOptions;
import io.weir.cli.command.Surroundings;
import io.weir.cli.command.TerminalText;
import io.weir.client.json.MisshapenException;
import io.weir.client.json.Node;
import io.weir.client.json.Questions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Sets, shows and deletes a server's overrides: limits for identifiers that are not treated like all others. */
final class OverrideCommand {
  private static final String CURSOR = "--cursor";
  private static final String ALL = "--all";

  private static final String EXIT = """

      Exit codes: 0 success; 1 the server returned an error or could not be reached; 2 invalid option.
      """;

  private OverrideCommand() {}

  static Command command() {
    CommandSpec override = CommandSpec.create().name("override");
    override.addOption(CommandOptions.help());
    override
        .usageMessage()
        .synopsisSubcommandLabel("COMMAND")
        .description("Manages overrides: limits of their own for some identifiers.");
    return new Command(
        new CommandLine(override)
            .addSubcommand(new CommandLine(set()))
            .addSubcommand(new CommandLine(get()))
            .addSubcommand(new CommandLine(list()))
            .addSubcommand(new CommandLine(delete())),
        OverrideCommand::run);
  }

  private static CommandSpec set() {
    return Options.spec("set", "Creates or updates the override of an identifier.", EXIT)
        .addOption(Options.namespace())
        .addOption(Options.identifier(
            "The identifier or pattern. * matches any text: premium_*, *@acme.com."))
        .addOption(CommandOptions.withValue(
            Options.LIMIT, "N", "Units allowed per duration; 0 refuses everything. Required."))
        .addOption(Options.duration());
  }

  private static CommandSpec get() {
    return Options.spec("get", "Shows the override that applies to an identifier.", EXIT)
        .addOption(Options.namespace())
        .addOption(Options.identifier("The identifier."));
  }

  private static CommandSpec list() {
    String more = """

        With --json, each page that --all fetches is printed on its own line.
        """;
    return Options.spec("list", "Lists the overrides of a namespace.", more + EXIT)
        .addOption(Options.namespace())
        .addOption(CommandOptions.withValue(Options.LIMIT, "N", "Page size: 1 to 100."))
        .addOption(CommandOptions.withValue(
            CURSOR, "TEXT", "Where to continue: the cursor that an earlier list printed."))
        .addOption(OptionSpec.builder(ALL).description("Fetch all pages.").build());
  }

  private static CommandSpec delete() {
    return Options.spec("delete", "Deletes an override.", EXIT)
        .addOption(Options.namespace())
        .addOption(
            Options.identifier("The identifier or pattern exactly as it was set, including *."));
  }

  private static int run(ParseResult override, Surroundings surroundings) {
    if (!override.hasSubcommand()) {
      throw new ParameterException(
          override.commandSpec().commandLine(),
          "no command given; known commands: set, get, list, delete");
    }
    ParseResult asked = override.subcommand();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("namespace", Options.text(asked, Options.NAMESPACE));
    Dialogue dialogue = switch (asked.commandSpec().name()) {
      case "set" -> setting(asked, fields);
      case "get" -> getting(asked, fields);
      case "list" -> listing(asked, fields);
      default -> deleting(asked, fields);
    };
    return ClientCommands.run(asked, surroundings, dialogue);
  }

  private static Dialogue setting(ParseResult asked, Map<String, Object> fields) {
    fields.put("identifier", Options.text(asked, Options.IDENTIFIER));
    fields.put("limit", Options.integer(asked, Options.LIMIT));
    fields.put(
        "duration", Options.millis(asked, Options.DURATION, Options.text(asked, Options.DURATION)));
    return (api, printout) -> {
      Answer answer = api.call("setOverride", Questions.object(fields));
      printout.print(
          answer,
          TerminalText.columns(List.of(
              List.of("override", answer.data().at("overrideId").text()),
              List.of("request", answer.requestId()))));
      return true;
    };
  }

  private static Dialogue getting(ParseResult asked, Map<String, Object> fields) {
    fields.put("identifier", Options.text(asked, Options.IDENTIFIER));
    return (api, printout) -> {
      Answer answer = api.call("getOverride", Questions.object(fields));
      Node found = answer.data();
      printout.print(
          answer,
          TerminalText.columns(List.of(
              List.of("override", found.at("overrideId").text()),
              List.of("identifier", found.at("identifier").text()),
              List.of("limit", Long.toString(found.at("limit").integer())),
              List.of("duration", Durations.text(found.at("duration").integer())),
              List.of("request", answer.requestId()))));
      return true;
    };
  }

  private static Dialogue deleting(ParseResult asked, Map<String, Object> fields) {
    fields.put("identifier", Options.text(asked, Options.IDENTIFIER));
    return (api, printout) -> {
      Answer answer = api.call("deleteOverride", Questions.object(fields));
      printout.print(
          answer,
          TerminalText.columns(
              List.of(List.of("result", "deleted"), List.of("request", answer.requestId()))));
      return true;
    };
  }

  private static Dialogue listing(ParseResult asked, Map<String, Object> fields) {
    if (asked.hasMatchedOption(Options.LIMIT)) {
      fields.put("limit", Options.integer(asked, Options.LIMIT));
    }
    if (asked.hasMatchedOption(CURSOR)) {
      fields.put("cursor", Options.text(asked, CURSOR));
    }
    boolean isAll = asked.hasMatchedOption(ALL);
    return (api, printout) -> {
      List<List<String>> rows = new ArrayList<>();
      rows.add(List.of("OVERRIDE", "IDENTIFIER", "LIMIT", "DURATION"));
      String cursor = "";
      boolean isMore = true;
      while (isMore) {
        Answer answer = api.call("listOverrides", Questions.object(fields));
        printout.envelope(answer);
        addRows(answer, rows);
        cursor = next(answer);
        isMore = isAll && !cursor.isEmpty();
        if (isMore && cursor.equals(fields.put("cursor", cursor))) {
          throw new MisshapenException("pagination.cursor points back to the same page");
        }
      }
      printout.text(
          rows.size() == 1 ? "no overrides" + System.lineSeparator() : TerminalText.columns(rows));
      if (!cursor.isEmpty()) {
        printout.text("more results: continue with " + CURSOR + ' ' + TerminalText.escaped(cursor)
            + ", or use " + ALL + System.lineSeparator());
      }
      return true;
    };
  }

  private static void addRows(Answer answer, List<List<String>> rows) throws MisshapenException {
    for (Node each : answer.data().items()) {
      rows.add(List.of(
          each.at("overrideId").text(),
          each.at("identifier").text(),
          Long.toString(each.at("limit").integer()),
          Durations.text(each.at("duration").integer())));
    }
  }

  /** Where the next page starts; empty after the last. */
  private static String next(Answer answer) throws MisshapenException {
    return answer.json().at("pagination").at("cursor").textIfAny();
  }
}
