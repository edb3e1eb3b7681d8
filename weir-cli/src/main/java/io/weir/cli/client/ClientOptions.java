// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.client;

import io.weir.api.DurationParser;
import io.weir.cli.command.CommandContext;
import io.weir.cli.command.CommandOptions;
import io.weir.cli.command.TerminalText;
import io.weir.client.RatelimitBuilder;
import io.weir.client.http.ServerAddress;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The options of the commands that call a server. Checks only the form of a value; the server validates the rest. */
final class ClientOptions {
  static final String NAMESPACE = "--namespace";
  static final String IDENTIFIER = "--identifier";
  static final String LIMIT = "--limit";
  static final String DURATION = "--duration";
  static final String COST = "--cost";
  static final String JSON = "--json";

  private static final String URL = "--url";
  private static final String ROOT_KEY = "--root-key";
  private static final String ROOT_KEY_FILE = "--root-key-file";
  private static final String TIMEOUT = "--timeout";
  private static final String URL_VARIABLE = "WEIR_URL";
  private static final String KEY_VARIABLE = "WEIR_ROOT_KEY";

  /** The user can run the command again. */
  private static final int NO_RETRIES = 0;

  /** One day. */
  private static final long LONGEST_TIMEOUT_MILLIS = 86_400_000;

  private static final String LOCAL_URL = RatelimitBuilder.DEFAULT_BASE_URL;

  private ClientOptions() {}

  /** The specification of a command that calls a server, with the options that all these commands share. */
  static CommandSpec spec(String name, String description, String footer) {
    CommandSpec spec = CommandSpec.create()
        .name(name)
        .addOption(CommandOptions.withValue(
            URL,
            "URL",
            "The server's URL, with its path if it has one. Default: " + URL_VARIABLE + ", or "
                + LOCAL_URL + "."))
        .addOption(CommandOptions.withValue(
            ROOT_KEY,
            "KEY",
            "The root key. Every user of this machine can read it in the process list: prefer "
                + KEY_VARIABLE + " or " + ROOT_KEY_FILE + "."))
        .addOption(CommandOptions.withValue(
            ROOT_KEY_FILE, "FILE", "A file that contains the root key, or - for standard input."))
        .addOption(CommandOptions.withValue(TIMEOUT, "TIME", "Timeout of a request. Default: 5s."))
        .addOption(OptionSpec.builder(JSON)
            .description("Print the server's JSON response unchanged.")
            .build());
    spec.addOption(CommandOptions.help());
    spec.usageMessage().description(description).sortOptions(false);
    spec.usageMessage().footer(footer.lines().toArray(String[]::new));
    return spec;
  }

  static OptionSpec namespace() {
    return CommandOptions.withValue(NAMESPACE, "NAME", "Name or id of the namespace. Required.");
  }

  static OptionSpec identifier(String description) {
    return CommandOptions.withValue(IDENTIFIER, "TEXT", description + " Required.");
  }

  static OptionSpec duration() {
    return CommandOptions.withValue(
        DURATION, "TIME", "The window: 60s, 1500ms, 5m, 1h, 30d or plain milliseconds. Required.");
  }

  /** The value of a required option. */
  static String text(ParseResult parsed, String name) {
    String text = parsed.matchedOptionValue(name, null);
    if (text == null) {
      throw invalid(parsed, name + " is required");
    }
    return text;
  }

  /** The value of a required integer option. */
  static long integer(ParseResult parsed, String name) {
    return integer(parsed, name, text(parsed, name));
  }

  /** Parses an integer. The error message names the option. */
  static long integer(ParseResult parsed, String name, String text) {
    try {
      if (text.matches("-?[0-9]+")) {
        return Long.parseLong(text);
      }
    } catch (NumberFormatException e) {
      // out of range: the same error message
    }
    throw invalid(
        parsed,
        name + " must be an integer of at most " + Long.MAX_VALUE + ", but was "
            + TerminalText.quoted(text));
  }

  /** Parses a duration and returns milliseconds. The error message names the option. */
  static long millis(ParseResult parsed, String name, String text) {
    boolean isPlain = text.matches("[0-9]+");
    OptionalLong millis = DurationParser.millis(isPlain ? text + "ms" : text);
    if (millis.isEmpty()) {
      throw invalid(
          parsed,
          name + " must be like 60s, 1500ms, 5m, 1h or 30d, or plain milliseconds, but was "
              + TerminalText.quoted(text));
    }
    return millis.getAsLong();
  }

  static ParameterException invalid(ParseResult parsed, String message) {
    return new ParameterException(parsed.commandSpec().commandLine(), message);
  }

  /** The server to call and the root key to authenticate with. */
  static ServerAddress route(ParseResult parsed, CommandContext commandContext) {
    Map<String, String> environment = commandContext.environment();
    String defaultUrl = environment.getOrDefault(URL_VARIABLE, "");
    String url = parsed.matchedOptionValue(URL, defaultUrl.isEmpty() ? LOCAL_URL : defaultUrl);
    String key = rootKey(parsed, commandContext);
    if (key.isEmpty()) {
      throw invalid(parsed, "no root key given: set " + KEY_VARIABLE + " or use " + ROOT_KEY_FILE);
    }
    // Checked here because the HTTP client would include the key in its own error message.
    if (!key.matches("[!-~]+")) {
      throw invalid(parsed, "the root key contains invalid characters");
    }
    long timeout = millis(parsed, TIMEOUT, parsed.matchedOptionValue(TIMEOUT, "5s"));
    if (timeout < 1 || timeout > LONGEST_TIMEOUT_MILLIS) {
      throw invalid(parsed, TIMEOUT + " must be from 1ms to 1d");
    }
    return new ServerAddress(
        base(parsed, url), key, TimeUnit.MILLISECONDS.toNanos(timeout), NO_RETRIES);
  }

  private static String rootKey(ParseResult parsed, CommandContext commandContext) {
    if (parsed.hasMatchedOption(ROOT_KEY) && parsed.hasMatchedOption(ROOT_KEY_FILE)) {
      throw invalid(parsed, ROOT_KEY + " and " + ROOT_KEY_FILE + " are mutually exclusive");
    }
    String flag = parsed.matchedOptionValue(ROOT_KEY, "");
    if (!flag.isEmpty()) {
      commandContext
          .errors()
          .println(parsed.commandSpec().qualifiedName()
              + ": warning: other users of this machine can read " + ROOT_KEY + "; use "
              + KEY_VARIABLE + " or " + ROOT_KEY_FILE);
      return flag;
    }
    String file = parsed.matchedOptionValue(ROOT_KEY_FILE, null);
    if (file == null) {
      return parsed.hasMatchedOption(ROOT_KEY)
          ? ""
          : commandContext.environment().getOrDefault(KEY_VARIABLE, "");
    }
    try {
      return RootKeySource.read(file, commandContext.in());
    } catch (IOException e) {
      throw invalid(parsed, ROOT_KEY_FILE + " " + TerminalText.quoted(file) + " " + e.getMessage());
    }
  }

  private static URI base(ParseResult parsed, String text) {
    String expectation = "the URL must be like " + LOCAL_URL + " or https://host/path, but was ";
    try {
      URI url = new URI(text.replaceFirst("/+$", ""));
      if (ServerAddress.faults(url).isEmpty()) {
        return url;
      }
    } catch (URISyntaxException e) {
      // the same error message
    }
    throw invalid(parsed, expectation + TerminalText.quoted(text));
  }
}
