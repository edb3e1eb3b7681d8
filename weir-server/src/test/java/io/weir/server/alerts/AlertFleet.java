// SPDX-License-Identifier: Apache-2.0
package io.weir.server.alerts;

import io.weir.server.process.RepeatingWorker;
import io.weir.server.process.ServerCalls;
import io.weir.server.rig.RawHttpClient;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.FaultProxy;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.RequiredServers;
import io.weir.testkit.servers.mariadb.MariaDbServer;
import io.weir.testkit.servers.weir.WeirCommandLine;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * A fleet of two servers in a region with a Redis, one server in a region without, and a database. Faults can be
 * injected between servers and stores.
 */
final class AlertFleet implements AutoCloseable {
  static final String KEY = "preset-root-key-of-this-test-0123";

  /** A user without global privileges, so that a read-only database rejects its changes. */
  private static final String USER = "?user=weir&password=Hunter2Hunter2";

  final RedisServer redis = RequiredServers.ownRedis();
  final MariaDbServer mysql = RequiredServers.ownMysql();
  final FaultProxy redisProxy = FaultProxy.start(redis.port());
  final FaultProxy mysqlProxy = FaultProxy.start(mysql.port());

  private final Path folder;
  private final Map<String, AlertServer> members = new ConcurrentHashMap<>();
  private final List<RepeatingWorker> load = new ArrayList<>();
  private final SplittableRandom randoms = new SplittableRandom(7);

  /** Numbers the identifiers that are checked once. None is used again, not even in another test. */
  private final AtomicInteger newcomers = new AtomicInteger();

  /** Starts the fleet, with data folders in this folder. */
  AlertFleet(Path folder) {
    this.folder = folder;
    execute("CREATE USER weir IDENTIFIED BY 'Hunter2Hunter2'", "GRANT ALL ON weir.* TO weir");
    startEu("eu-1");
    startEu("eu-2");
    start("us-1", launch("us", "us-1", mysqlProxy.port()));
  }

  /** Starts a server of the first region. */
  void startEu(String name) {
    start(name, launch("eu", name, mysqlProxy.port()).with("--redis", redisProxy.uri()));
  }

  /** Starts a server, and sends it traffic when it is ready. */
  void start(String name, WeirCommandLine weirCommandLine) {
    AlertServer alertServer = AlertServer.start(weirCommandLine);
    Eventually.until(name + " is not ready", () -> alertServer.ready().status() == 200);
    members.put(name, alertServer);
  }

  /** Returns the command line of a server with a data folder of this name. */
  WeirCommandLine launch(String region, String data, int mysqlPort) {
    return WeirCommandLine.serve("--region", region, "--drain", "10m", "--log-level", "error")
        .with("--data", folder.resolve(data).toString())
        .where("WEIR_MYSQL", mysql.url("weir", mysqlPort).replaceFirst("[?].*", USER))
        .where("WEIR_ROOT_KEY", KEY);
  }

  void execute(String... statements) {
    try (Connection connection = DriverManager.getConnection(mysql.url("weir"));
        Statement statement = connection.createStatement()) {
      for (String each : statements) {
        statement.execute(each);
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  AlertServer member(String name) {
    return Objects.requireNonNull(members.get(name), name);
  }

  RawHttpClient wire(String name) {
    return member(name).wire(KEY);
  }

  /** Takes a server out of the traffic. */
  AlertServer remove(String name) {
    return Objects.requireNonNull(members.remove(name), name);
  }

  /** Returns a monitor of all servers. */
  AlertMonitor monitor() {
    AlertMonitor alertMonitor = new AlertMonitor();
    members
        .keySet()
        .forEach(name -> alertMonitor.target(name, () -> member(name).scrape()));
    return alertMonitor;
  }

  /** Starts callers that spend far less than their limits, at all servers. They stop at {@link #quiet}. */
  AlertFleet users() {
    return load(2, random -> "day/user-" + random.nextInt(300), 1_000_000);
  }

  /** Starts callers that spend their whole limits and continue to send requests; then others do. */
  AlertFleet greedy(long limit) {
    AtomicInteger step = new AtomicInteger();
    return load(2, random -> "greedy/" + step.incrementAndGet() / (4 * limit), limit);
  }

  /** Starts callers that make a single request each, so that each check reads from Redis. */
  AlertFleet newcomers() {
    return load(2, random -> "day/newcomer-" + newcomers.incrementAndGet(), 1_000_000);
  }

  private AlertFleet load(int workers, Function<SplittableRandom, String> subjects, long limit) {
    for (int i = 0; i < workers; i++) {
      SplittableRandom random = randoms.split();
      load.add(RepeatingWorker.start("load " + load.size(), () -> {
        List<AlertServer> all = List.copyOf(members.values());
        RawHttpClient rawHttpClient = all.get(random.nextInt(all.size())).wire(KEY);
        try {
          ServerCalls.spend(rawHttpClient, subjects.apply(random), limit, 1);
        } catch (UncheckedIOException e) {
          // The server has just stopped; the next one answers.
        }
        Eventually.waitMillis(3);
      }));
    }
    return this;
  }

  /** Stops the load and waits until all servers can reach all stores. */
  void quiet() {
    load.forEach(RepeatingWorker::stop);
    load.clear();
    members.values().forEach(AlertServer::settled);
  }

  @Override
  public void close() {
    load.forEach(RepeatingWorker::stop);
    members.values().forEach(AlertServer::close);
    redisProxy.close();
    mysqlProxy.close();
    redis.close();
    mysql.close();
  }
}
