// SPDX-License-Identifier: Apache-2.0
package io.weir.server.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.WeirServer;
import io.weir.server.config.ConfigFaults;
import io.weir.server.config.ServeOptions;
import io.weir.server.logs.LogSetup;
import io.weir.server.process.ServerCalls;
import io.weir.server.rig.ApiReply;
import io.weir.server.rig.RawHttpClient;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.weir.WeirCommandLine;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * A server in this process, started like the command does and called over HTTP. A process of its own would take
 * longer to start.
 */
final class AlertServer implements AutoCloseable {
  private final WeirServer server;
  private final int port;

  private AlertServer(WeirServer server) {
    this.server = server;
    this.port = URI.create(server.url()).getPort();
  }

  /** Starts a server from a Weir command line. */
  static AlertServer start(WeirCommandLine weirCommandLine) {
    CommandLine weir = new CommandLine(CommandSpec.create().name("weir"))
        .addSubcommand(new CommandLine(ServeOptions.spec()));
    String[] words = weirCommandLine.arguments().toArray(String[]::new);
    try {
      ServeOptions.ServeSettings serveSettings =
          ServeOptions.read(weir.parseArgs(words).subcommand(), weirCommandLine.variables());
      LogSetup.setUp(serveSettings.logFormat(), serveSettings.logLevel());
      return new AlertServer(WeirServer.start(serveSettings.server()));
    } catch (ConfigFaults e) {
      throw new AssertionError(e.getMessage(), e);
    }
  }

  /** Returns the command line of a server that runs alone, with this data folder. */
  static WeirCommandLine standalone(Path data) {
    return WeirCommandLine.serve("--data", data.toString(), "--log-level", "error")
        .where("WEIR_ROOT_KEY", AlertFleet.KEY);
  }

  /** Returns the command line of a server of a region, with this data folder. */
  static WeirCommandLine inRegion(String region, String mysql, Path data) {
    return WeirCommandLine.serve(
            "--region", region, "--data", data.toString(), "--log-level", "error")
        .where("WEIR_MYSQL", mysql)
        .where("WEIR_ROOT_KEY", AlertFleet.KEY);
  }

  int port() {
    return port;
  }

  /** Returns a client with this key, or with none. */
  RawHttpClient wire(@Nullable String key) {
    return new RawHttpClient(port, key);
  }

  /** Checks 100 identifiers with this prefix in one request. */
  void checkHundred(String identifiers) {
    StringJoiner checks = new StringJoiner(",", "[", "]");
    for (int i = 0; i < 100; i++) {
      checks.add(ServerCalls.limitBody("many/" + identifiers + i, 1_000_000));
    }
    assertThat(wire(AlertFleet.KEY).post("multiLimit", checks.toString()).statusCode())
        .isEqualTo(200);
  }

  ApiReply ready() {
    return ApiReply.of(wire(null).get("/ready"));
  }

  /**
   * Waits until all its stores are available. Right after a start on a busy machine, an answer may have come too
   * late.
   */
  AlertServer settled() {
    Eventually.until(() -> "it is not well: " + ready().text(), this::hasStores);
    return this;
  }

  private boolean hasStores() {
    String ready = ready().text();
    return ready.contains("\"ready\"") && !ready.contains("unavailable");
  }

  /** Returns its metrics, after a readiness probe as orchestrators make it; empty if it does not answer. */
  String scrape() {
    try {
      ready();
      return metrics();
    } catch (UncheckedIOException e) {
      return "";
    }
  }

  private String metrics() {
    return wire(null).get("/metrics").body();
  }

  /** Returns the value of a metric. */
  double metric(String series) {
    String start = "weir_ratelimit_" + series + " ";
    return metrics()
        .lines()
        .filter(line -> line.startsWith(start))
        .mapToDouble(line -> Double.parseDouble(line.substring(start.length())))
        .findFirst()
        .orElseThrow(() -> new AssertionError("not shown: " + series));
  }

  /** Makes it report that it is not ready, while it continues to serve until it is closed. */
  void drain() {
    Thread draining = new Thread(() -> server.drain("a test"), "draining");
    draining.setDaemon(true);
    draining.start();
  }

  @Override
  public void close() {
    server.endDrain();
    server.close();
  }
}
