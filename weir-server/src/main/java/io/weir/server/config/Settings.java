// SPDX-License-Identifier: Apache-2.0
package io.weir.server.config;

import io.weir.WhenDegraded;
import io.weir.ledger.PushPolicy;
import io.weir.server.config.Setting.SettingKind;
import io.weir.server.logs.LogFormat;
import io.weir.server.logs.LogLevel;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** All settings of a server: the single table from which help, documentation, parsing and faults are derived. */
final class Settings {
  static final Setting<String> HOST = new Setting<>(
      "host",
      SettingKind.PLAIN,
      ValueType.text(
          "a host name or an address of 1 to 255 characters, IPv6 without brackets",
          "[A-Za-z0-9._:%-]{1,255}"),
      "127.0.0.1",
      "The address to listen on. Use 0.0.0.0 for all interfaces.");

  static final Setting<Integer> PORT = new Setting<>(
      "port",
      SettingKind.PLAIN,
      ValueType.whole(0, 65_535),
      "7777",
      "The port to listen on. 0 picks a free port.");

  static final Setting<String> PATH_PREFIX = new Setting<>(
      "path-prefix",
      SettingKind.PLAIN,
      ValueType.text(
          "/ for none, or a path such as /limits of letters, digits and . _ ~ -, up to 128 characters",
          "/|(?=.{2,128}$)(?:/(?!\\.{1,2}(?:/|$))[A-Za-z0-9._~-]+)+"),
      "/",
      "A prefix of every path, for a proxy that does not strip it.");

  static final Setting<Path> DATA = new Setting<>(
      "data",
      SettingKind.PLAIN,
      ValueType.path("a folder, which is created if it is missing"),
      "weir-data",
      "The folder for the embedded database and the directory snapshot.");

  static final Setting<String> REGION = new Setting<>(
      "region",
      SettingKind.PLAIN,
      ValueType.text("1 to 48 printable ASCII characters without spaces", "[!-~]{1,48}"),
      ServerConfig.FleetSettings.STANDALONE,
      "The name of this server's region. Required with mysql. Must be the same on all servers of a region, and "
          + "different in each region.");

  static final Setting<String> REDIS = new Setting<>(
      "redis",
      SettingKind.ADDRESS,
      ValueType.text(
          "a URI that begins with redis://, rediss://, redis-sentinel://, rediss-sentinel://, redis-cluster:// or rediss-cluster://",
          "rediss?(?:-sentinel|-cluster)?://\\S+"),
      null,
      "The Redis shared by the servers of this region. Requires mysql.");

  static final Setting<String> MYSQL = new Setting<>(
      "mysql",
      SettingKind.ADDRESS,
      ValueType.text(
          "a JDBC URL, such as jdbc:mariadb://host:3306/weir?user=weir", "jdbc:[a-z0-9]+:\\S+"),
      null,
      "The database shared by all servers of all regions. Requires region.");

  static final Setting<String> ROOT_KEY = new Setting<>(
      "root-key",
      SettingKind.SECRET,
      ValueType.secret(32, 256, 8),
      null,
      "A root key that the server creates at start if it does not exist. If not set, the first start generates "
          + "one.");

  static final Setting<Integer> MAX_BODY_BYTES = new Setting<>(
      "max-body-bytes",
      SettingKind.PLAIN,
      ValueType.whole(1_024, 104_857_600),
      "2097152",
      "The maximum size of a request body.");

  static final Setting<Integer> MAX_HEADER_BYTES = new Setting<>(
      "max-header-bytes",
      SettingKind.PLAIN,
      ValueType.whole(1_024, 1_048_576),
      "16384",
      "The maximum size of a request head.");

  static final Setting<Integer> MAX_CONNECTIONS = new Setting<>(
      "max-connections",
      SettingKind.PLAIN,
      ValueType.whole(1, 1_000_000),
      "10000",
      "The maximum number of open connections on which a valid key was seen. When all are in use, up to a "
          + "quarter as many connections without a valid key are accepted in addition.");

  static final Setting<Integer> MAX_CONNECTIONS_PER_ADDRESS = new Setting<>(
      "max-connections-per-address",
      SettingKind.PLAIN,
      ValueType.whole(0, 1_000_000),
      "0",
      "The maximum number of open connections per client address, or per /64 network for IPv6. Connections "
          + "over the limit are closed. 0 means no limit; use 0 behind a proxy.");

  static final Setting<Integer> MAX_IN_FLIGHT = new Setting<>(
      "max-in-flight",
      SettingKind.PLAIN,
      ValueType.whole(1, 1_000_000),
      "10000",
      "The maximum number of waiting requests per workspace. Requests over the limit are answered with 503. "
          + "All workspaces together may have twice as many.");

  static final Setting<Long> REQUEST_TIMEOUT = new Setting<>(
      "request-timeout",
      SettingKind.PLAIN,
      ValueType.duration("100ms", "10m"),
      "10s",
      "The timeout for a request, from its arrival to its answer.");

  static final Setting<Long> IDLE_TIMEOUT = new Setting<>(
      "idle-timeout",
      SettingKind.PLAIN,
      ValueType.duration("1s", "1h"),
      "75s",
      "The idle timeout of a connection: how long it may stay open without a request.");

  static final Setting<Long> UNAUTHENTICATED_TIMEOUT = new Setting<>(
      "unauthenticated-timeout",
      SettingKind.PLAIN,
      ValueType.duration("100ms", "1h"),
      "10s",
      "The idle timeout of a connection on which no valid key was seen.");

  static final Setting<Long> SHUTDOWN_TIMEOUT = new Setting<>(
      "shutdown-timeout",
      SettingKind.PLAIN,
      ValueType.duration("0s", "10m"),
      "10s",
      "How long a shutdown waits for requests in progress.");

  static final Setting<Long> DRAIN = new Setting<>(
      "drain",
      SettingKind.PLAIN,
      ValueType.duration("0s", "10m"),
      "0s",
      "How long the server keeps accepting requests after SIGTERM, while /ready answers 503. A second signal "
          + "ends the wait.");

  static final Setting<Long> SNAPSHOT_MAX_AGE = new Setting<>(
      "snapshot-max-age",
      SettingKind.PLAIN,
      ValueType.duration("0s", "3650d"),
      "7d",
      "The maximum age of the directory snapshot that a server may start from while the database is "
          + "unavailable. 0s means never use it.");

  static final Setting<WhenDegraded> DEGRADED_MODE = new Setting<>(
      "degraded-mode",
      SettingKind.PLAIN,
      ValueType.oneOf(WhenDegraded.values()),
      "local",
      "How limits behave while Redis is unavailable, unless their namespace sets its own mode.");

  static final Setting<PushPolicy> PUSH_POLICY = new Setting<>(
      "push-policy",
      SettingKind.PLAIN,
      ValueType.oneOf(PushPolicy.values()),
      "weir",
      "Which counts are sent to other regions, and when. Must be the same in all regions. rfc and upstream are "
          + "for comparison.");

  static final Setting<Integer> PUSH_FLOOR = new Setting<>(
      "push-floor-permille",
      SettingKind.PLAIN,
      ValueType.whole(0, 1_000),
      null,
      "The share of a limit, in thousandths, that a region may use before it publishes its count to other "
          + "regions. 0 means the limit divided by the number of regions. If not set, the policy decides. Must be "
          + "the same in all regions.");

  static final Setting<Long> PUSH_INTERVAL = new Setting<>(
      "push-interval",
      SettingKind.PLAIN,
      ValueType.duration("50ms", "10m"),
      null,
      "How often the server checks which counts to send to other regions. If not set, the policy decides. Must "
          + "be the same in all regions.");

  static final Setting<Long> PULL_INTERVAL = new Setting<>(
      "pull-interval",
      SettingKind.PLAIN,
      ValueType.duration("50ms", "10m"),
      null,
      "How often the server reads the counts of other regions. If not set, the policy decides. Must be the "
          + "same in all regions.");

  static final Setting<Long> MAX_SUBJECTS = new Setting<>(
      "max-subjects",
      SettingKind.PLAIN,
      ValueType.whole(0L, 1_000_000_000L),
      "0",
      "The maximum number of subjects in memory. 0 means as many as fit into a third of the heap.");

  static final Setting<Long> MAX_DIRECTORY_BYTES = new Setting<>(
      "max-directory-bytes",
      SettingKind.PLAIN,
      ValueType.whole(0L, 1_000_000_000_000L),
      "0",
      "The maximum memory for keys, namespaces and overrides. A workspace may use half of what the others "
          + "leave free. 0 means a sixteenth of the heap.");

  static final Setting<LogFormat> LOG_FORMAT = new Setting<>(
      "log-format",
      SettingKind.PLAIN,
      ValueType.oneOf(LogFormat.values()),
      "text",
      "The format of the log, which is written to standard error.");

  static final Setting<LogLevel> LOG_LEVEL = new Setting<>(
      "log-level",
      SettingKind.PLAIN,
      ValueType.oneOf(LogLevel.values()),
      "info",
      "The log level. Each level includes those listed before it.");

  static final Setting<Path> CONFIG = new Setting<>(
      "config",
      SettingKind.FILE,
      ValueType.path("a YAML file"),
      null,
      "A YAML file with any of these settings, except this one.");

  /** All settings, in the order in which help and documentation list them. */
  static final List<Setting<?>> ALL = List.of(
      HOST,
      PORT,
      PATH_PREFIX,
      DATA,
      REGION,
      REDIS,
      MYSQL,
      ROOT_KEY,
      MAX_BODY_BYTES,
      MAX_HEADER_BYTES,
      MAX_CONNECTIONS,
      MAX_CONNECTIONS_PER_ADDRESS,
      MAX_IN_FLIGHT,
      REQUEST_TIMEOUT,
      IDLE_TIMEOUT,
      UNAUTHENTICATED_TIMEOUT,
      DRAIN,
      SHUTDOWN_TIMEOUT,
      SNAPSHOT_MAX_AGE,
      DEGRADED_MODE,
      PUSH_POLICY,
      PUSH_FLOOR,
      PUSH_INTERVAL,
      PULL_INTERVAL,
      MAX_SUBJECTS,
      MAX_DIRECTORY_BYTES,
      LOG_FORMAT,
      LOG_LEVEL,
      CONFIG);

  private Settings() {}

  /** Returns the table for the documentation of all settings. */
  static String markdown() {
    return ALL.stream()
        .map(Settings::row)
        .collect(Collectors.joining(
            "\n",
            "| file | flag | variable | default | allowed | meaning |\n|---|---|---|---|---|---|\n",
            "\n"));
  }

  private static String row(Setting<?> setting) {
    String fallback = setting.defaultValue();
    return "| %s | %s | `%s` | %s | %s | %s |"
        .formatted(
            setting.isInFile() ? "`" + setting.key() + "`" : "",
            setting.flag().map(flag -> "`" + flag + "`").orElse(""),
            setting.variable(),
            fallback == null ? "" : "`" + fallback + "`",
            setting.type().description(),
            setting.description());
  }
}
