// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.client;

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
import picocli.CommandLine.ParseResult;

/** Sends one check to a server. The check counts. */
final class LimitCommand {
  private static final String FOOTER = """

      Example:
        export WEIR_ROOT_KEY=...
        ./weir limit --namespace api --identifier user_1 --limit 100 --duration 60s && echo allowed

      The check counts against the limit; --cost 0 checks without counting. Requests are not retried: after a timeout it
      is unknown whether the check was counted.

      Exit codes: 0 allowed; 1 refused by the limit, or the server returned an error or could not be reached (then
      standard error has the reason; with --json, standard output shows which it was); 2 invalid option.
      """;

  private LimitCommand() {}

  static Command command() {
    CommandSpec spec =
        ClientOptions.spec("limit", "Checks a limit on a server and counts the check.", FOOTER);
    spec.addOption(ClientOptions.namespace())
        .addOption(ClientOptions.identifier("The user, address or other thing that is limited."))
        .addOption(CommandOptions.withValue(
            ClientOptions.LIMIT,
            "N",
            "Units allowed per duration, unless an override applies. Required."))
        .addOption(ClientOptions.duration())
        .addOption(CommandOptions.withValue(
            ClientOptions.COST, "N", "Units that this check costs. Default: 1."));
    return new Command(new CommandLine(spec), LimitCommand::run);
  }

  private static int run(ParseResult parsed, CommandContext commandContext) {
    Map<String, Object> check = new LinkedHashMap<>();
    check.put("namespace", ClientOptions.text(parsed, ClientOptions.NAMESPACE));
    check.put("identifier", ClientOptions.text(parsed, ClientOptions.IDENTIFIER));
    check.put("limit", ClientOptions.integer(parsed, ClientOptions.LIMIT));
    check.put(
        "duration",
        ClientOptions.millis(
            parsed, ClientOptions.DURATION, ClientOptions.text(parsed, ClientOptions.DURATION)));
    if (parsed.hasMatchedOption(ClientOptions.COST)) {
      check.put("cost", ClientOptions.integer(parsed, ClientOptions.COST));
    }
    return ClientCommands.run(parsed, commandContext, (apiClient, answerPrinter) -> {
      ServerSuccess serverSuccess = apiClient.call("limit", RequestWriter.object(check));
      boolean isAllowed = serverSuccess.data().field("success").bool();
      answerPrinter.print(
          serverSuccess, text(serverSuccess, commandContext.clock().epochMillis()));
      return isAllowed;
    });
  }

  private static String text(ServerSuccess serverSuccess, long nowMillis)
      throws MalformedBodyException {
    JsonValue data = serverSuccess.data();
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("result", data.field("success").bool() ? "allowed" : "refused"));
    rows.add(List.of(
        "remaining",
        data.field("remaining").integer() + " of " + data.field("limit").integer()));
    rows.add(List.of("reset", TerminalText.timestamp(data.field("reset").integer(), nowMillis)));
    serverSuccess
        .retryAfter()
        .ifPresent(seconds -> rows.add(List.of("retry after", seconds + " s")));
    if (data.field("overrideId").isPresent()) {
      rows.add(List.of("override", data.field("overrideId").text()));
    }
    rows.add(List.of("request", serverSuccess.requestId()));
    return TerminalText.columns(rows);
  }
}
