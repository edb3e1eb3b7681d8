// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.weir.cli.client.api.ServerSuccess;
import io.weir.cli.command.Command;
import io.weir.cli.command.CommandContext;
import io.weir.cli.command.CommandOptions;
import io.weir.cli.command.TerminalText;
import io.weir.client.json.JsonValue;
import io.weir.client.json.MalformedBodyException;
import io.weir.client.json.RequestWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Sends a batch of checks to a server. Either all of them count or none does. */
final class MultiLimitCommand {
  private static final String CHECK = "--check";
  private static final String JSON_FILE = "--json-file";

  private static final String FOOTER = """

      Examples:
        ./weir multi-limit --check login,user_1,10,60s --check api,user_1,1000,1h,5
        echo '[{"namespace":"api","identifier":"a,b","limit":10,"duration":60000}]' | ./weir multi-limit --json-file -

      Either all checks are counted or none. In a refused batch, "allowed" means that this check would have been allowed.
      Requests are not retried: after a timeout it is unknown whether the checks were counted.

      Exit codes: 0 all allowed; 1 refused by a limit, or the server returned an error or could not be reached (then
      standard error has the reason); 2 invalid option or file.
      """;

  private MultiLimitCommand() {}

  static Command command() {
    CommandSpec spec = ClientOptions.spec(
        "multi-limit",
        "Checks several limits on a server: all checks are counted, or none.",
        FOOTER);
    spec.addOption(OptionSpec.builder(CHECK)
            .type(List.class)
            .auxiliaryTypes(String.class)
            .arity("1")
            .paramLabel("NAMESPACE,IDENTIFIER,LIMIT,DURATION[,COST]")
            .description(
                "A check. Can be repeated. A name that contains a comma needs " + JSON_FILE + '.')
            .build())
        .addOption(CommandOptions.withValue(
            JSON_FILE,
            "FILE",
            "A file with a JSON array of checks as in the API; - for standard input."));
    return new Command(new CommandLine(spec), MultiLimitCommand::run);
  }

  private static int run(ParseResult parsed, CommandContext commandContext) {
    if (parsed.hasMatchedOption(CHECK) == parsed.hasMatchedOption(JSON_FILE)) {
      throw ClientOptions.invalid(parsed, "either " + CHECK + " or " + JSON_FILE + " is required");
    }
    byte[] body = parsed.hasMatchedOption(CHECK)
        ? RequestWriter.array(checks(parsed))
        : array(parsed, commandContext.in());
    return ClientCommands.run(parsed, commandContext, (apiClient, answerPrinter) -> {
      ServerSuccess serverSuccess = apiClient.call("multiLimit", body);
      boolean isAllowed = serverSuccess.data().field("passed").bool();
      answerPrinter.print(
          serverSuccess, text(serverSuccess, commandContext.clock().epochMillis()));
      return isAllowed;
    });
  }

  private static List<Map<String, Object>> checks(ParseResult parsed) {
    List<String> texts = parsed.matchedOptionValue(CHECK, List.of());
    List<Map<String, Object>> checks = new ArrayList<>();
    for (String text : texts) {
      String[] parts = text.split(",", -1);
      if (parts.length < 4 || parts.length > 5) {
        throw ClientOptions.invalid(
            parsed,
            CHECK + " must be namespace,identifier,limit,duration[,cost], but was "
                + TerminalText.quoted(text));
      }
      Map<String, Object> check = new LinkedHashMap<>();
      check.put("namespace", parts[0]);
      check.put("identifier", parts[1]);
      check.put("limit", ClientOptions.integer(parsed, "the limit of " + CHECK, parts[2]));
      check.put("duration", ClientOptions.millis(parsed, "the duration of " + CHECK, parts[3]));
      if (parts.length == 5) {
        check.put("cost", ClientOptions.integer(parsed, "the cost of " + CHECK, parts[4]));
      }
      checks.add(check);
    }
    return checks;
  }

  private static byte[] array(ParseResult parsed, InputStream in) {
    String file = ClientOptions.text(parsed, JSON_FILE);
    try {
      byte[] bytes = file.equals("-") ? in.readAllBytes() : Files.readAllBytes(Path.of(file));
      String text = new String(bytes, StandardCharsets.UTF_8);
      if (isArray(text)) {
        return text.getBytes(StandardCharsets.UTF_8);
      }
    } catch (InvalidPathException | IOException e) {
      throw ClientOptions.invalid(
          parsed, JSON_FILE + ' ' + TerminalText.quoted(file) + " can't be used: " + reason(e));
    }
    throw ClientOptions.invalid(
        parsed, JSON_FILE + ' ' + TerminalText.quoted(file) + " contains no array");
  }

  /** Whether the text is a JSON array. Fails unless the text is exactly one JSON value. */
  private static boolean isArray(String text) throws IOException {
    try (JsonParser parser = new JsonFactory().createParser(text)) {
      JsonToken first = parser.nextToken();
      if (first == null) {
        throw new JsonParseException(parser, "it is empty");
      }
      parser.skipChildren();
      if (parser.nextToken() != null) {
        throw new JsonParseException(parser, "it contains more than one value");
      }
      return first == JsonToken.START_ARRAY;
    }
  }

  private static String reason(Exception e) {
    if (e instanceof NoSuchFileException) {
      return "the file does not exist";
    }
    return e instanceof JsonProcessingException json
        ? "it is not valid JSON: " + TerminalText.escaped(json.getOriginalMessage())
        : TerminalText.escaped(String.valueOf(e.getMessage()));
  }

  private static String text(ServerSuccess serverSuccess, long nowMillis)
      throws MalformedBodyException {
    List<JsonValue> limits = serverSuccess.data().field("limits").items();
    List<List<String>> rows = new ArrayList<>();
    boolean hasOverrides = false;
    for (JsonValue each : limits) {
      hasOverrides |= each.field("overrideId").isPresent();
    }
    rows.add(List.of(
        "RESULT", "NAMESPACE", "IDENTIFIER", "REMAINING", "RESET", hasOverrides ? "OVERRIDE" : ""));
    for (JsonValue each : limits) {
      rows.add(List.of(
          each.field("passed").bool() ? "allowed" : "refused",
          each.field("namespace").text(),
          each.field("identifier").text(),
          each.field("remaining").integer() + " of " + each.field("limit").integer(),
          TerminalText.timestamp(each.field("reset").integer(), nowMillis),
          each.field("overrideId").textOrEmpty()));
    }
    List<List<String>> summary = new ArrayList<>();
    boolean isAllowed = serverSuccess.data().field("passed").bool();
    summary.add(List.of("result", isAllowed ? "allowed" : "refused, nothing was counted"));
    serverSuccess
        .retryAfter()
        .ifPresent(seconds -> summary.add(List.of("retry after", seconds + " s")));
    summary.add(List.of("request", serverSuccess.requestId()));
    return TerminalText.columns(summary) + System.lineSeparator() + TerminalText.columns(rows);
  }
}
