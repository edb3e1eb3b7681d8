// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.fleet.rig;

import io.weir.server.process.ServerCalls;
import io.weir.server.rig.RawHttpClient;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.RequiredServers;
import io.weir.testkit.servers.weir.WeirCommandLine;
import io.weir.testkit.servers.weir.WeirProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Server processes that share a new database and a root key. Thread-safe. */
public final class ServerFleet implements AutoCloseable {
  public static final String KEY = "preset-root-key-of-this-test-0123";

  private final String mysql = RequiredServers.mysql();
  private final List<WeirProcess> running = new CopyOnWriteArrayList<>();

  /**
   * Starts several servers of a region at the same time, and waits until all of them accept requests.
   *
   * @param redis the Redis that they share besides the database; null for none
   */
  public List<WeirProcess> start(int count, String region, @Nullable RedisServer redis) {
    List<WeirProcess> started = new ArrayList<>();
    WeirCommandLine weirCommandLine =
        WeirCommandLine.serve("--region", region, "--mysql", mysql).where("WEIR_ROOT_KEY", KEY);
    for (int i = 0; i < count; i++) {
      started.add(WeirProcess.begin(
              redis == null ? weirCommandLine : weirCommandLine.with("--redis", redis.uri()))
          .withSecrets(KEY));
    }
    started.forEach(ServerFleet::awaitOpen);
    running.addAll(started);
    return started;
  }

  /** Starts one server of a region. */
  public WeirProcess start(String region, @Nullable RedisServer redis) {
    return start(1, region, redis).get(0);
  }

  private static void awaitOpen(WeirProcess server) {
    Eventually.until(
        () -> "the server does not listen: " + server.allOutput(),
        () -> server.line("listening ").isPresent());
    Eventually.until(
        () -> "the server lets nobody in: " + server.allOutput(),
        () -> ServerCalls.spend(wire(server), "known/nobody", 10, 0).status() == 200);
  }

  /** Returns the JDBC URL of their database. */
  public String mysql() {
    return mysql;
  }

  public static RawHttpClient wire(WeirProcess server) {
    return ServerCalls.wire(server, KEY);
  }

  /** Returns the running servers. */
  public List<WeirProcess> running() {
    return List.copyOf(running);
  }

  /** Shuts a server down, and waits for it. */
  public void stop(WeirProcess server) {
    running.remove(server);
    server.terminate();
    server.end();
    server.close();
  }

  /** Kills a server, as in a crash. */
  public void kill(WeirProcess server) {
    running.remove(server);
    server.kill();
    server.close();
  }

  /** Returns the logs of all servers. */
  public String logs() {
    return String.join("\n---\n", running.stream().map(WeirProcess::log).toList());
  }

  @Override
  public void close() {
    running.forEach(WeirProcess::close);
  }
}
