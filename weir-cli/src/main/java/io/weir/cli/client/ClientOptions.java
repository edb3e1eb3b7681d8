// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.client;

import io.weir.cli.client.api.ApiClient;
import io.weir.cli.command.CommandContext;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The options of the commands that ask a server. What a value may be beyond its form is the server's business. */
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
  private static final String LOCAL_URL = "http://127.0.0.1:7777";

  private ClientOptions() {}

  /** A command that asks a server, with the options that all of them have. */
  static CommandSpec spec(String name, String description, String footer) {
    CommandSpec spec = CommandSpec.create()
        .name(name)
        .addOption(withValue(
            URL,
            "URL",
            "The server's URL, with its path if it has one. Default: " + URL_VARIABLE + ", or "
                + LOCAL_URL + "."))
        .addOption(withValue(
            ROOT_KEY,
            "KEY",
            "The root key. Every user of this machine can read it in the process list: prefer "
                + KEY_VARIABLE + " or " + ROOT_KEY_FILE + "."))
        .addOption(withValue(
            ROOT_KEY_FILE, "FILE", "A file that contains the root key, or - for standard input."))
        .addOption(withValue(TIMEOUT, "TIME", "Timeout of a request. Default: 5s."))
        .addOption(OptionSpec.builder(JSON)
            .description("Print the server's JSON response unchanged.")
            .build());
    addHelp(spec);
    spec.usageMessage().description(description).sortOptions(false);
    spec.usageMessage().footer(footer.lines().toArray(String[]::new));
    return spec;
  }

  static void addHelp(CommandSpec spec) {
    spec.addOption(OptionSpec.builder("-h", "--help")
        .usageHelp(true)
        .description("Print this help.")
        .build());
  }

  static OptionSpec withValue(String name, String label, String description) {
    return OptionSpec.builder(name)
        .type(String.class)
        .arity("1")
        .paramLabel(label)
        .description(description)
        .build();
  }

  static OptionSpec namespace() {
    return withValue(NAMESPACE, "NAME", "Name or id of the namespace. Required.");
  }

  static OptionSpec identifier(String description) {
    return withValue(IDENTIFIER, "TEXT", description + " Required.");
  }

  static OptionSpec duration() {
    return withValue(
        DURATION, "TIME", "The window: 60s, 1500ms, 5m, 1h, 30d or plain milliseconds. Required.");
  }

  /** A text that must be given. */
  static String text(ParseResult asked, String name) {
    String text = asked.matchedOptionValue(name, null);
    if (text == null) {
      throw invalid(asked, name + " is required");
    }
    return text;
  }

  /** An integer that must be given. */
  static long integer(ParseResult asked, String name) {
    return integer(asked, name, text(asked, name));
  }

  /** An integer, named in the complaint when it is none. */
  static long integer(ParseResult asked, String name, String text) {
    try {
      if (text.matches("-?[0-9]+")) {
        return Long.parseLong(text);
      }
    } catch (NumberFormatException e) {
      // too large: the same complaint
    }
    throw invalid(
        asked,
        name + " must be an integer of at most " + Long.MAX_VALUE + ", but was "
            + TerminalText.quoted(text));
  }

  /** A duration in milliseconds, named in the complaint when it is none. */
  static long millis(ParseResult asked, String name, String text) {
    return CliDurations.parse(text)
        .orElseThrow(() -> invalid(
            asked,
            name + " must be like 60s, 1500ms, 5m, 1h or 30d, or plain milliseconds, but was "
                + TerminalText.quoted(text)));
  }

  static ParameterException invalid(ParseResult asked, String message) {
    return new ParameterException(asked.commandSpec().commandLine(), message);
  }

  /** Which server is asked, and by whom. */
  static ApiClient.ServerLocation server(ParseResult asked, CommandContext commandContext) {
    Map<String, String> environment = commandContext.environment();
    String usual = environment.getOrDefault(URL_VARIABLE, "");
    String url = asked.matchedOptionValue(URL, usual.isEmpty() ? LOCAL_URL : usual);
    String key = rootKey(asked, commandContext);
    if (key.isEmpty()) {
      throw invalid(asked, "no root key given: set " + KEY_VARIABLE + " or use " + ROOT_KEY_FILE);
    }
    // Checked here, because the client that puts it into a header would complain with the key in
    // its message.
    if (!key.chars().allMatch(c -> c > ' ' && c < 127)) {
      throw invalid(asked, "the root key contains invalid characters");
    }
    long timeout = millis(asked, TIMEOUT, asked.matchedOptionValue(TIMEOUT, "5s"));
    if (timeout < 1 || timeout > CliDurations.DAY) {
      throw invalid(asked, TIMEOUT + " must be from 1ms to 1d");
    }
    return new ApiClient.ServerLocation(base(asked, url), key, Duration.ofMillis(timeout));
  }

  private static String rootKey(ParseResult asked, CommandContext commandContext) {
    if (asked.hasMatchedOption(ROOT_KEY) && asked.hasMatchedOption(ROOT_KEY_FILE)) {
      throw invalid(asked, ROOT_KEY + " and " + ROOT_KEY_FILE + " are mutually exclusive");
    }
    String flag = asked.matchedOptionValue(ROOT_KEY, "");
    if (!flag.isEmpty()) {
      commandContext
          .errors()
          .println(asked.commandSpec().qualifiedName()
              + ": warning: other users of this machine can read " + ROOT_KEY + "; use "
              + KEY_VARIABLE + " or " + ROOT_KEY_FILE);
      return flag;
    }
    String file = asked.matchedOptionValue(ROOT_KEY_FILE, null);
    if (file == null) {
      return asked.hasMatchedOption(ROOT_KEY)
          ? ""
          : commandContext.environment().getOrDefault(KEY_VARIABLE, "");
    }
    try {
      return RootKeySource.read(file, commandContext.in());
    } catch (IOException e) {
      throw invalid(asked, ROOT_KEY_FILE + " " + TerminalText.quoted(file) + " " + e.getMessage());
    }
  }

  private static URI base(ParseResult asked, String text) {
    String complaint = "the URL must be like " + LOCAL_URL + " or https://host/path, but was ";
    try {
      URI url = new URI(text.replaceFirst("/+$", ""));
      String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
      boolean isWeb = scheme.equals("http") || scheme.equals("https");
      boolean isBare =
          url.getRawQuery() == null && url.getRawFragment() == null && url.getUserInfo() == null;
      if (isWeb && isBare && url.getHost() != null) {
        return url;
      }
    } catch (URISyntaxException e) {
      // the same complaint
    }
    throw invalid(asked, complaint + TerminalText.quoted(text));
  }
}
