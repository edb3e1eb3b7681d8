// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.client;

import io.weir.cli.client.ClientCommands.Dialogue;
import io.weir.cli.client.api.Answer;
import io.weir.cli.client.api.Json;
import io.weir.cli.command.Command;
import io.weir.cli.command.Surroundings;
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

      Exit code: 0 done; 1 the server said that something is wrong, or could not be reached; 2 a wrong option.
      """;

  private OverrideCommand() {}

  static Command command() {
    CommandSpec override = CommandSpec.create().name("override");
    Options.addHelp(override);
    override
        .usageMessage()
        .synopsisSubcommandLabel("COMMAND")
        .description("Limits of a server for identifiers that are not treated like all others.");
    return new Command(
        new CommandLine(override)
            .addSubcommand(new CommandLine(set()))
            .addSubcommand(new CommandLine(get()))
            .addSubcommand(new CommandLine(list()))
            .addSubcommand(new CommandLine(delete())),
        OverrideCommand::run);
  }

  private static CommandSpec set() {
    return Options.spec("set", "Makes an override, or changes the one of this identifier.", EXIT)
        .addOption(Options.namespace())
        .addOption(
            Options.identifier("Whom it is for; * stands for any text: premium_*, *@acme.com."))
        .addOption(Options.withValue(
            Options.LIMIT, "N", "What may be spent per duration; 0 refuses everything. Required."))
        .addOption(Options.duration());
  }

  private static CommandSpec get() {
    return Options.spec("get", "Shows the override that holds for an identifier.", EXIT)
        .addOption(Options.namespace())
        .addOption(Options.identifier("Whom it is for."));
  }

  private static CommandSpec list() {
    String more = """

        With --json, every page that --all fetches is a line of its own.
        """;
    return Options.spec("list", "Shows the overrides of a namespace.", more + EXIT)
        .addOption(Options.namespace())
        .addOption(Options.withValue(Options.LIMIT, "N", "How many a page has: 1 to 100."))
        .addOption(Options.withValue(CURSOR, "TEXT", "Where to go on, as an earlier list said."))
        .addOption(
            OptionSpec.builder(ALL).description("All pages, not only one.").build());
  }

  private static CommandSpec delete() {
    return Options.spec("delete", "Deletes an override.", EXIT)
        .addOption(Options.namespace())
        .addOption(Options.identifier("The identifier exactly as it was set, with its *."));
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
      Answer answer = api.call("setOverride", Body.of(fields));
      printout.print(
          answer,
          Text.columns(List.of(
              List.of("override", answer.data().field("overrideId").text()),
              List.of("request", answer.requestId()))));
      return true;
    };
  }

  private static Dialogue getting(ParseResult asked, Map<String, Object> fields) {
    fields.put("identifier", Options.text(asked, Options.IDENTIFIER));
    return (api, printout) -> {
      Answer answer = api.call("getOverride", Body.of(fields));
      Json found = answer.data();
      printout.print(
          answer,
          Text.columns(List.of(
              List.of("override", found.field("overrideId").text()),
              List.of("identifier", found.field("identifier").text()),
              List.of("limit", Long.toString(found.field("limit").integer())),
              List.of("duration", Durations.text(found.field("duration").integer())),
              List.of("request", answer.requestId()))));
      return true;
    };
  }

  private static Dialogue deleting(ParseResult asked, Map<String, Object> fields) {
    fields.put("identifier", Options.text(asked, Options.IDENTIFIER));
    return (api, printout) -> {
      Answer answer = api.call("deleteOverride", Body.of(fields));
      printout.print(
          answer,
          Text.columns(
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
        Answer answer = api.call("listOverrides", Body.of(fields));
        printout.envelope(answer);
        addRows(answer, rows);
        cursor = next(answer);
        isMore = isAll && !cursor.isEmpty();
        if (isMore && cursor.equals(fields.put("cursor", cursor))) {
          throw new Json.Unexpected("pagination.cursor leads back to the same page");
        }
      }
      printout.text(
          rows.size() == 1 ? "no overrides" + System.lineSeparator() : Text.columns(rows));
      if (!cursor.isEmpty()) {
        printout.text("there are more: go on with " + CURSOR + ' ' + Text.shown(cursor)
            + ", or ask for " + ALL + System.lineSeparator());
      }
      return true;
    };
  }

  private static void addRows(Answer answer, List<List<String>> rows) throws Json.Unexpected {
    for (Json each : answer.data().items()) {
      rows.add(List.of(
          each.field("overrideId").text(),
          each.field("identifier").text(),
          Long.toString(each.field("limit").integer()),
          Durations.text(each.field("duration").integer())));
    }
  }

  /** Where the next page starts; empty after the last. */
  private static String next(Answer answer) throws Json.Unexpected {
    Json pagination = answer.json().field("pagination");
    return pagination.optional("cursor").isPresent()
        ? pagination.field("cursor").text()
        : "";
  }
}
