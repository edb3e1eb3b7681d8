// SPDX-License-Identifier: Apache-2.0
package io.weir.server.config;

import io.weir.WhenDegraded;
import io.weir.ledger.PushPolicy;
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
      "The folder of the embedded database and of the directory snapshot.");

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

  static final Setting<Long> DRAIN = new Setting<>(
      "drain",
      Kind.PLAIN,
      Allowed.duration("0s", "10m"),
      "0s",
      "How long the server goes on accepting requests after SIGTERM while /ready says 503. A second signal ends the wait.");

  static final Setting<Long> SNAPSHOT_MAX_AGE = new Setting<>(
      "snapshot-max-age",
      Kind.PLAIN,
      Allowed.duration("0s", "3650d"),
      "7d",
      "How old the directory snapshot may be for a start without the database to use it. 0s for never.");

  static final Setting<WhenDegraded> DEGRADED_MODE = new Setting<>(
      "degraded-mode",
      Kind.PLAIN,
      Allowed.oneOf(WhenDegraded.values()),
      "local",
      "What limits do while Redis is unavailable, unless their namespace has a mode of its own.");

  static final Setting<PushPolicy> PUSH_POLICY = new Setting<>(
      "push-policy",
      Kind.PLAIN,
      Allowed.oneOf(PushPolicy.values()),
      "weir",
      "Which counts are sent to other regions, and when. The same in all regions; rfc and upstream are for comparison.");

  static final Setting<Integer> PUSH_FLOOR = new Setting<>(
      "push-floor-permille",
      Kind.PLAIN,
      Allowed.whole(0, 1_000),
      null,
      "The part of a limit, in thousandths, that a region may use before it tells others. 0 for the limit divided by the regions. If left out, the policy's own. The same in all regions.");

  static final Setting<Long> PUSH_INTERVAL = new Setting<>(
      "push-interval",
      Kind.PLAIN,
      Allowed.duration("50ms", "10m"),
      null,
      "How often counts are checked for what to send to other regions. If left out, the policy's own. The same in all regions.");

  static final Setting<Long> PULL_INTERVAL = new Setting<>(
      "pull-interval",
      Kind.PLAIN,
      Allowed.duration("50ms", "10m"),
      null,
      "How often counts of other regions are read. If left out, the policy's own. The same in all regions.");

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
      DRAIN,
      SHUTDOWN_TIMEOUT,
      SNAPSHOT_MAX_AGE,
      DEGRADED_MODE,
      PUSH_POLICY,
      PUSH_FLOOR,
      PUSH_INTERVAL,
      PULL_INTERVAL,
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
