// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.client;

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
import picocli.CommandLine.ParseResult;

/** Asks a server for one check, which counts. */
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
        Options.spec("limit", "Checks a limit on a server and counts the check.", FOOTER);
    spec.addOption(Options.namespace())
        .addOption(Options.identifier("The user, address or other thing that is limited."))
        .addOption(CommandOptions.withValue(
            Options.LIMIT,
            "N",
            "Units allowed per duration, unless an override applies. Required."))
        .addOption(Options.duration())
        .addOption(CommandOptions.withValue(
            Options.COST, "N", "Units that this check costs. Default: 1."));
    return new Command(new CommandLine(spec), LimitCommand::run);
  }

  private static int run(ParseResult asked, Surroundings surroundings) {
    Map<String, Object> check = new LinkedHashMap<>();
    check.put("namespace", Options.text(asked, Options.NAMESPACE));
    check.put("identifier", Options.text(asked, Options.IDENTIFIER));
    check.put("limit", Options.integer(asked, Options.LIMIT));
    check.put(
        "duration", Options.millis(asked, Options.DURATION, Options.text(asked, Options.DURATION)));
    if (asked.hasMatchedOption(Options.COST)) {
      check.put("cost", Options.integer(asked, Options.COST));
    }
    return ClientCommands.run(asked, surroundings, (api, printout) -> {
      Answer answer = api.call("limit", Questions.object(check));
      boolean isAllowed = answer.data().at("success").flag();
      printout.print(answer, text(answer, surroundings.clock().epochMillis()));
      return isAllowed;
    });
  }

  private static String text(Answer answer, long nowMillis) throws MisshapenException {
    Node data = answer.data();
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("result", data.at("success").flag() ? "allowed" : "refused"));
    rows.add(List.of(
        "remaining", data.at("remaining").integer() + " of " + data.at("limit").integer()));
    rows.add(List.of("reset", TerminalText.timestamp(data.at("reset").integer(), nowMillis)));
    answer.retryAfter().ifPresent(seconds -> rows.add(List.of("retry after", seconds + " s")));
    if (data.at("overrideId").isPresent()) {
      rows.add(List.of("override", data.at("overrideId").text()));
    }
    rows.add(List.of("request", answer.requestId()));
    return TerminalText.columns(rows);
  }
}
