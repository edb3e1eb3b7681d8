// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.client;

import io.weir.api.DurationParser;
import io.weir.cli.client.ClientCommands.ServerCall;
import io.weir.cli.client.api.ServerSuccess;
import io.weir.cli.command.Command;
import io.weir.cli.command.CommandContext;
import io.weir.cli.command.CommandOptions;
import io.weir.cli.command.TerminalText;
import io.weir.client.json.JsonValue;
import io.weir.client.json.MalformedBodyException;
import io.weir.client.json.RequestWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Sets, shows and deletes a server's overrides: limits that replace the requested one for some identifiers. */
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
    return ClientOptions.spec("set", "Creates or updates the override of an identifier.", EXIT)
        .addOption(ClientOptions.namespace())
        .addOption(ClientOptions.identifier(
            "The identifier or pattern. * matches any text: premium_*, *@acme.com."))
        .addOption(CommandOptions.withValue(
            ClientOptions.LIMIT,
            "N",
            "Units allowed per duration; 0 refuses everything. Required."))
        .addOption(ClientOptions.duration());
  }

  private static CommandSpec get() {
    return ClientOptions.spec("get", "Shows the override that applies to an identifier.", EXIT)
        .addOption(ClientOptions.namespace())
        .addOption(ClientOptions.identifier("The identifier."));
  }

  private static CommandSpec list() {
    String more = """

        With --json, each page that --all fetches is printed on its own line.
        """;
    return ClientOptions.spec("list", "Lists the overrides of a namespace.", more + EXIT)
        .addOption(ClientOptions.namespace())
        .addOption(CommandOptions.withValue(ClientOptions.LIMIT, "N", "Page size: 1 to 100."))
        .addOption(CommandOptions.withValue(
            CURSOR, "TEXT", "Where to continue: the cursor that an earlier list printed."))
        .addOption(OptionSpec.builder(ALL).description("Fetch all pages.").build());
  }

  private static CommandSpec delete() {
    return ClientOptions.spec("delete", "Deletes an override.", EXIT)
        .addOption(ClientOptions.namespace())
        .addOption(ClientOptions.identifier(
            "The identifier or pattern exactly as it was set, including *."));
  }

  private static int run(ParseResult override, CommandContext commandContext) {
    if (!override.hasSubcommand()) {
      throw new ParameterException(
          override.commandSpec().commandLine(),
          "no command given; known commands: set, get, list, delete");
    }
    ParseResult parsed = override.subcommand();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("namespace", ClientOptions.text(parsed, ClientOptions.NAMESPACE));
    ServerCall serverCall = switch (parsed.commandSpec().name()) {
      case "set" -> setCall(parsed, fields);
      case "get" -> getCall(parsed, fields);
      case "list" -> listCall(parsed, fields);
      default -> deleteCall(parsed, fields);
    };
    return ClientCommands.run(parsed, commandContext, serverCall);
  }

  private static ServerCall setCall(ParseResult parsed, Map<String, Object> fields) {
    fields.put("identifier", ClientOptions.text(parsed, ClientOptions.IDENTIFIER));
    fields.put("limit", ClientOptions.integer(parsed, ClientOptions.LIMIT));
    fields.put(
        "duration",
        ClientOptions.millis(
            parsed, ClientOptions.DURATION, ClientOptions.text(parsed, ClientOptions.DURATION)));
    return (apiClient, answerPrinter) -> {
      ServerSuccess serverSuccess = apiClient.call("setOverride", RequestWriter.object(fields));
      answerPrinter.print(
          serverSuccess,
          TerminalText.columns(List.of(
              List.of("override", serverSuccess.data().field("overrideId").text()),
              List.of("request", serverSuccess.requestId()))));
      return true;
    };
  }

  private static ServerCall getCall(ParseResult parsed, Map<String, Object> fields) {
    fields.put("identifier", ClientOptions.text(parsed, ClientOptions.IDENTIFIER));
    return (apiClient, answerPrinter) -> {
      ServerSuccess serverSuccess = apiClient.call("getOverride", RequestWriter.object(fields));
      JsonValue found = serverSuccess.data();
      answerPrinter.print(
          serverSuccess,
          TerminalText.columns(List.of(
              List.of("override", found.field("overrideId").text()),
              List.of("identifier", found.field("identifier").text()),
              List.of("limit", Long.toString(found.field("limit").integer())),
              List.of("duration", DurationParser.text(found.field("duration").integer())),
              List.of("request", serverSuccess.requestId()))));
      return true;
    };
  }

  private static ServerCall deleteCall(ParseResult parsed, Map<String, Object> fields) {
    fields.put("identifier", ClientOptions.text(parsed, ClientOptions.IDENTIFIER));
    return (apiClient, answerPrinter) -> {
      ServerSuccess serverSuccess = apiClient.call("deleteOverride", RequestWriter.object(fields));
      answerPrinter.print(
          serverSuccess,
          TerminalText.columns(List.of(
              List.of("result", "deleted"), List.of("request", serverSuccess.requestId()))));
      return true;
    };
  }

  private static ServerCall listCall(ParseResult parsed, Map<String, Object> fields) {
    if (parsed.hasMatchedOption(ClientOptions.LIMIT)) {
      fields.put("limit", ClientOptions.integer(parsed, ClientOptions.LIMIT));
    }
    if (parsed.hasMatchedOption(CURSOR)) {
      fields.put("cursor", ClientOptions.text(parsed, CURSOR));
    }
    boolean isAll = parsed.hasMatchedOption(ALL);
    return (apiClient, answerPrinter) -> {
      List<List<String>> rows = new ArrayList<>();
      rows.add(List.of("OVERRIDE", "IDENTIFIER", "LIMIT", "DURATION"));
      String cursor = "";
      boolean isMore = true;
      while (isMore) {
        ServerSuccess serverSuccess = apiClient.call("listOverrides", RequestWriter.object(fields));
        answerPrinter.printEnvelope(serverSuccess);
        addRows(serverSuccess, rows);
        cursor = nextCursor(serverSuccess);
        isMore = isAll && !cursor.isEmpty();
        if (isMore && cursor.equals(fields.put("cursor", cursor))) {
          throw new MalformedBodyException("pagination.cursor points back to the same page");
        }
      }
      answerPrinter.printText(
          rows.size() == 1 ? "no overrides" + System.lineSeparator() : TerminalText.columns(rows));
      if (!cursor.isEmpty()) {
        answerPrinter.printText("more results: continue with " + CURSOR + ' '
            + TerminalText.escaped(cursor) + ", or use " + ALL + System.lineSeparator());
      }
      return true;
    };
  }

  private static void addRows(ServerSuccess serverSuccess, List<List<String>> rows)
      throws MalformedBodyException {
    for (JsonValue each : serverSuccess.data().items()) {
      rows.add(List.of(
          each.field("overrideId").text(),
          each.field("identifier").text(),
          Long.toString(each.field("limit").integer()),
          DurationParser.text(each.field("duration").integer())));
    }
  }

  /** The cursor of the next page; empty on the last page. */
  private static String nextCursor(ServerSuccess serverSuccess) throws MalformedBodyException {
    return serverSuccess.json().field("pagination").field("cursor").textOrEmpty();
  }
}
