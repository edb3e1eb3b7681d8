// SPDX-License-Identifier: Apache-2.0
package io.weir.server.config;

import io.weir.server.config.Setting.Kind;
import io.weir.server.logs.LogFormat;
import io.weir.server.logs.LogLevel;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** Everything that a server can be told: the one table from which help, page, reading and faults come. */
final class Settings {
  static final Setting<String> HOST = new Setting<>(
      "host",
      Kind.PLAIN,
      Allowed.text(
          "a host name or an address of 1 to 255 characters, IPv6 without brackets",
          "[A-Za-z0-9._:%-]{1,255}"),
      "127.0.0.1",
      "Where to listen. 0.0.0.0 for everywhere.");

  static final Setting<Integer> PORT = new Setting<>(
      "port", Kind.PLAIN, Allowed.whole(0, 65_535), "7777", "The port. 0 picks a free one.");

  static final Setting<String> PATH_PREFIX = new Setting<>(
      "path-prefix",
      Kind.PLAIN,
      Allowed.text(
          "/ for none, or a path such as /limits of letters, digits and . _ ~ -, up to 128 characters",
          "/|(?=.{2,128}$)(?:/(?!\\.{1,2}(?:/|$))[A-Za-z0-9._~-]+)+"),
      "/",
      "What stands before every path, for a proxy that leaves it there.");

  static final Setting<Path> DATA = new Setting<>(
      "data",
      Kind.PLAIN,
      Allowed.path("a folder, which is made if it is missing"),
      "weir-data",
      "The folder of the embedded database.");

  static final Setting<String> REGION = new Setting<>(
      "region",
      Kind.PLAIN,
      Allowed.text("1 to 48 printable ASCII characters without spaces", "[!-~]{1,48}"),
      ServerConfig.Fleet.ALONE,
      "The name of this server's region; required with mysql. All servers of a region have the same, no two regions share one.");

  static final Setting<String> REDIS = new Setting<>(
      "redis",
      Kind.ADDRESS,
      Allowed.text(
          "a URI that begins with redis://, rediss://, redis-sentinel://, rediss-sentinel://, redis-cluster:// or rediss-cluster://",
          "rediss?(?:-sentinel|-cluster)?://\\S+"),
      null,
      "The Redis that the servers of this region share; needs mysql.");

  static final Setting<String> MYSQL = new Setting<>(
      "mysql",
      Kind.ADDRESS,
      Allowed.text(
          "a JDBC URL, such as jdbc:mariadb://host:3306/weir?user=weir", "jdbc:[a-z0-9]+:\\S+"),
      null,
      "The database that all servers of all regions share; needs region.");

  static final Setting<String> ROOT_KEY = new Setting<>(
      "root-key",
      Kind.SECRET,
      Allowed.text("16 to 256 printable ASCII characters without spaces", "[!-~]{16,256}"),
      null,
      "A root key that exists after the start. If left out, one is made up at the first start and printed.");

  static final Setting<Integer> MAX_BODY_BYTES = new Setting<>(
      "max-body-bytes",
      Kind.PLAIN,
      Allowed.whole(1_024, 104_857_600),
      "10485760",
      "The largest request body.");

  static final Setting<Integer> MAX_HEADER_BYTES = new Setting<>(
      "max-header-bytes",
      Kind.PLAIN,
      Allowed.whole(1_024, 1_048_576),
      "16384",
      "The largest request head.");

  static final Setting<Integer> MAX_CONNECTIONS = new Setting<>(
      "max-connections",
      Kind.PLAIN,
      Allowed.whole(1, 1_000_000),
      "10000",
      "The most connections at once; more are closed.");

  static final Setting<Integer> MAX_IN_FLIGHT = new Setting<>(
      "max-in-flight",
      Kind.PLAIN,
      Allowed.whole(1, 1_000_000),
      "10000",
      "The most requests at once that wait for something; more are answered with 503.");

  static final Setting<Long> REQUEST_TIMEOUT = new Setting<>(
      "request-timeout",
      Kind.PLAIN,
      Allowed.duration("100ms", "10m"),
      "10s",
      "How long a request may take to arrive, and to be answered.");

  static final Setting<Long> IDLE_TIMEOUT = new Setting<>(
      "idle-timeout",
      Kind.PLAIN,
      Allowed.duration("1s", "1h"),
      "75s",
      "How long a connection may go without a request.");

  static final Setting<Long> SHUTDOWN_TIMEOUT = new Setting<>(
      "shutdown-timeout",
      Kind.PLAIN,
      Allowed.duration("0s", "10m"),
      "10s",
      "How long a shutdown waits for requests that are being answered.");

  static final Setting<Long> MAX_SUBJECTS = new Setting<>(
      "max-subjects",
      Kind.PLAIN,
      Allowed.whole(0L, 1_000_000_000L),
      "0",
      "How many subjects may be in memory. 0 for as many as a third of the heap holds.");

  static final Setting<LogFormat> LOG_FORMAT = new Setting<>(
      "log-format",
      Kind.PLAIN,
      Allowed.oneOf(LogFormat.values()),
      "text",
      "What a line on standard error looks like.");

  static final Setting<LogLevel> LOG_LEVEL = new Setting<>(
      "log-level",
      Kind.PLAIN,
      Allowed.oneOf(LogLevel.values()),
      "info",
      "How much is said; each includes those before it.");

  static final Setting<Path> CONFIG = new Setting<>(
      "config",
      Kind.FILE,
      Allowed.path("a YAML file"),
      null,
      "A file with any of these settings, except this one.");

  /** All of them, in the order in which people want to read them. */
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
      MAX_IN_FLIGHT,
      REQUEST_TIMEOUT,
      IDLE_TIMEOUT,
      SHUTDOWN_TIMEOUT,
      MAX_SUBJECTS,
      LOG_FORMAT,
      LOG_LEVEL,
      CONFIG);

  private Settings() {}

  /** The table for the page of all settings. */
  static String markdown() {
    return ALL.stream()
        .map(Settings::row)
        .collect(Collectors.joining(
            "\n",
            "| file | flag | variable | default | allowed | meaning |\n|---|---|---|---|---|---|\n",
            "\n"));
  }

  private static String row(Setting<?> setting) {
    String fallback = setting.fallback();
    return "| %s | %s | `%s` | %s | %s | %s |"
        .formatted(
            setting.isInFile() ? "`" + setting.key() + "`" : "",
            setting.flag().map(flag -> "`" + flag + "`").orElse(""),
            setting.variable(),
            fallback == null ? "" : "`" + fallback + "`",
            setting.allowed().words(),
            setting.meaning());
  }
}
