// SPDX-License-Identifier: Apache-2.0
package io.weir.server.config;

import io.weir.cli.command.CommandOptions;
import io.weir.ledger.LedgerOptions;
import io.weir.ledger.PushPolicy;
import io.weir.server.config.ServerConfig.ClientLimits;
import io.weir.server.config.ServerConfig.DirectorySettings;
import io.weir.server.config.ServerConfig.FaultSettings;
import io.weir.server.config.ServerConfig.FleetSettings;
import io.weir.server.config.ServerConfig.ListenSettings;
import io.weir.server.config.ServerConfig.ServerLimits;
import io.weir.server.config.ServerConfig.Timeouts;
import io.weir.server.logs.LogFormat;
import io.weir.server.logs.LogLevel;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The options of {@code weir serve}, and the reader that combines them with environment and file. */
public final class ServeOptions {
  private static final String PRINT_ROOT_KEY = "--print-root-key";

  private static final String FOOTER = """

      A flag overrides a variable, a variable overrides the file, the file overrides the default. The file is YAML,
      with the names of the flags without the leading hyphens, such as port: 7777. An empty variable counts as not set.
      Keep passwords in addresses in a variable or in the file: every user of the machine can read flags.
      """;

  private ServeOptions() {}

  /**
   * The settings of a server process.
   *
   * @param server the server's configuration
   * @param logFormat the format of the process's log
   * @param logLevel the log level
   * @param printsRootKey whether a created root key is printed to standard output even if that is not a terminal
   */
  public record ServeSettings(
      ServerConfig server, LogFormat logFormat, LogLevel logLevel, boolean printsRootKey) {}

  /** Returns the command with its flags. Built without annotations, because reflection would slow down the start. */
  public static CommandSpec spec() {
    CommandSpec serve = CommandSpec.create()
        .name("serve")
        .addOption(CommandOptions.help())
        .addOption(OptionSpec.builder(PRINT_ROOT_KEY)
            .description(
                "Print the root key that the first start creates even if standard output is not"
                    + " a terminal. Without this flag, such a start writes the key to the file root-key in the data folder.")
            .build());
    // Unknown flags are faults like others: they are listed together with the rest, and without
    // their values, which the parser would show.
    serve.parser().unmatchedArgumentsAllowed(true);
    for (Setting<?> setting : Settings.ALL) {
      setting
          .flag()
          .ifPresent(flag -> serve.addOption(OptionSpec.builder(flag)
              .type(List.class)
              .auxiliaryTypes(String.class)
              .arity("1")
              .paramLabel(label(setting))
              .description(description(setting))
              .build()));
    }
    serve
        .usageMessage()
        .description("Starts a server that is compatible with Unkey's v2 rate-limit API.")
        .abbreviateSynopsis(true)
        .sortOptions(false)
        .footer((withoutFlag() + FOOTER).lines().toArray(String[]::new));
    return serve;
  }

  private static String label(Setting<?> setting) {
    String words = setting.type().description();
    return words.contains("number") ? "N" : words.contains("duration") ? "TIME" : "VALUE";
  }

  private static String description(Setting<?> setting) {
    String fallback = setting.defaultValue();
    return setting.description()
        + " Must be " + setting.type().description() + "."
        + (fallback == null ? "" : " Default " + fallback + ".")
        + " Variable " + setting.variable() + ".";
  }

  private static String withoutFlag() {
    StringBuilder text = new StringBuilder();
    for (Setting<?> setting : Settings.ALL) {
      if (setting.flag().isEmpty()) {
        text.append("\n%s (variable %s, or %s in the file, never a flag):\n"
            .formatted(setting.key(), setting.variable(), setting.key()));
        text.append("  %s\n  Must be %s.\n"
            .formatted(setting.description(), setting.type().description()));
      }
    }
    return text.toString();
  }

  /** Reads the settings from the flags, the environment and the file that one of them names. */
  public static ServeSettings read(ParseResult serve, Map<String, String> environment)
      throws ConfigFaults {
    Map<String, List<String>> flags = new HashMap<>();
    for (Setting<?> setting : Settings.ALL) {
      List<String> values = serve.matchedOptionValue("--" + setting.key(), List.of());
      if (!values.isEmpty()) {
        flags.put(setting.key(), values);
      }
    }
    SettingReader settingReader = new SettingReader(flags, environment);
    refuseUnknown(serve.unmatched(), settingReader);
    ServeSettings serveSettings = new ServeSettings(
        new ServerConfig(
            listen(settingReader),
            settingReader.value(Settings.DATA),
            fleet(settingReader),
            settingReader.optional(Settings.ROOT_KEY).orElse(null),
            bounds(settingReader),
            faultSettings(settingReader),
            new DirectorySettings(settingReader.value(Settings.MAX_DIRECTORY_BYTES))),
        settingReader.value(Settings.LOG_FORMAT),
        settingReader.value(Settings.LOG_LEVEL),
        serve.hasMatchedOption(PRINT_ROOT_KEY));
    List<ConfigFault> faults = settingReader.faults();
    if (!faults.isEmpty()) {
      throw new ConfigFaults(faults);
    }
    return serveSettings;
  }

  private static ListenSettings listen(SettingReader settingReader) {
    String host = settingReader.value(Settings.HOST);
    int port = settingReader.value(Settings.PORT);
    String prefix = settingReader.value(Settings.PATH_PREFIX);
    ClientLimits clients = new ClientLimits(
        settingReader.value(Settings.UNAUTHENTICATED_TIMEOUT),
        settingReader.value(Settings.MAX_CONNECTIONS_PER_ADDRESS));
    return new ListenSettings(host, port, prefix.equals("/") ? "" : prefix, clients);
  }

  private static FleetSettings fleet(SettingReader settingReader) {
    String region = settingReader.value(Settings.REGION);
    Optional<String> redis = settingReader.optional(Settings.REDIS);
    Optional<String> mysql = settingReader.optional(Settings.MYSQL);
    Optional<SettingReader.GivenValue> database = settingReader.given(Settings.MYSQL);
    if (database.isPresent() && settingReader.given(Settings.REGION).isEmpty()) {
      settingReader.fault(new ConfigFault(
          Settings.REGION.key(),
          "not given, but mysql is: " + database.get().where(),
          "",
          "is required with mysql, must be " + Settings.REGION.type().description()
              + ": regions that have the same name would overwrite each other's counts"));
    }
    if (database.isEmpty()) {
      settingReader
          .given(Settings.REDIS)
          .ifPresent(givenValue -> settingReader.fault(new ConfigFault(
              Settings.REDIS.key(),
              givenValue.where() + " " + Settings.REDIS.printable(givenValue.text()),
              "",
              "requires mysql: servers that share counts must also share keys and namespaces,"
                  + " which is not possible with an embedded database")));
    }
    return new FleetSettings(region, redis.orElse(null), mysql.orElse(null));
  }

  private static FaultSettings faultSettings(SettingReader settingReader) {
    PushPolicy policy = settingReader.value(Settings.PUSH_POLICY);
    PushPolicy.PushTerms own = policy.terms();
    PushPolicy.PushTerms pushTerms = new PushPolicy.PushTerms(
        settingReader.optional(Settings.PUSH_FLOOR).orElse(own.floorPermille()),
        settingReader.optional(Settings.PUSH_INTERVAL).orElse(own.pushMillis()),
        settingReader.optional(Settings.PULL_INTERVAL).orElse(own.pullMillis()));
    return new FaultSettings(
        settingReader.value(Settings.DRAIN),
        settingReader.value(Settings.SNAPSHOT_MAX_AGE),
        settingReader.value(Settings.DEGRADED_MODE),
        LedgerOptions.defaults().withPolicy(policy).withTerms(pushTerms));
  }

  private static ServerLimits bounds(SettingReader settingReader) {
    return new ServerLimits(
        settingReader.value(Settings.MAX_BODY_BYTES),
        settingReader.value(Settings.MAX_HEADER_BYTES),
        settingReader.value(Settings.MAX_CONNECTIONS),
        settingReader.value(Settings.MAX_IN_FLIGHT),
        new Timeouts(
            settingReader.value(Settings.REQUEST_TIMEOUT),
            settingReader.value(Settings.IDLE_TIMEOUT),
            settingReader.value(Settings.SHUTDOWN_TIMEOUT)),
        settingReader.value(Settings.MAX_SUBJECTS));
  }

  /** The value of an unknown flag is never shown, because it may be a key. */
  private static void refuseUnknown(List<String> unknown, SettingReader settingReader) {
    boolean isValue = false;
    for (String argument : unknown) {
      if (argument.startsWith("-")) {
        int end = argument.indexOf('=');
        String flag = end < 0 ? argument : argument.substring(0, end);
        settingReader.fault(new ConfigFault(flag, "flag", "", reasonAgainst(flag)));
        isValue = end < 0;
      } else if (isValue) {
        isValue = false;
      } else {
        settingReader.fault(new ConfigFault(
            "arguments", "command line", "", "unexpected argument; only flags are accepted"));
      }
    }
  }

  private static String reasonAgainst(String flag) {
    String name = flag.replaceFirst("^-+", "");
    Optional<Setting<?>> suggested = SettingSuggestion.of(name);
    if (suggested.isPresent() && suggested.get().flag().isEmpty()) {
      return "is not a flag, because every user of the machine can read flags; use the variable "
          + suggested.get().variable() + " or the file";
    }
    return "is not a flag"
        + suggested
            .flatMap(Setting::flag)
            .map(known -> "; did you mean " + known + "?")
            .orElse("");
  }
}
