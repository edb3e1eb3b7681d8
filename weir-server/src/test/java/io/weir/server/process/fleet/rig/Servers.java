// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.fleet.rig;

import io.weir.server.process.Calls;
import io.weir.server.rig.Wire;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.Needs;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.weir.Launch;
import io.weir.testkit.servers.weir.ServerProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Servers that share a new database and a root key. Those that run can be asked for at any time, by any thread. */
public final class Servers implements AutoCloseable {
  public static final String KEY = "preset-root-key-of-this-test-0123";

  private final String mysql = Needs.mysql();
  private final List<ServerProcess> running = new CopyOnWriteArrayList<>();

  /**
   * Starts servers of a region side by side, and returns when all of them let callers in.
   *
   * @param redis what they share besides the database; nothing if null
   */
  public List<ServerProcess> start(int count, String region, @Nullable RedisServer redis) {
    List<ServerProcess> started = new ArrayList<>();
    Launch launch = Launch.serve("--region", region, "--mysql", mysql).where("WEIR_ROOT_KEY", KEY);
    for (int i = 0; i < count; i++) {
      started.add(ServerProcess.begin(redis == null ? launch : launch.with("--redis", redis.uri()))
          .keeping(KEY));
    }
    started.forEach(Servers::awaitOpen);
    running.addAll(started);
    return started;
  }

  /** Starts one server of a region. */
  public ServerProcess start(String region, @Nullable RedisServer redis) {
    return start(1, region, redis).get(0);
  }

  private static void awaitOpen(ServerProcess server) {
    Eventually.until(
        () -> "the server does not listen: " + server.said(),
        () -> server.line("listening ").isPresent());
    Eventually.until(
        () -> "the server lets nobody in: " + server.said(),
        () -> Calls.spend(wire(server), "known/nobody", 10, 0).status() == 200);
  }

  /** Their database. */
  public String mysql() {
    return mysql;
  }

  public static Wire wire(ServerProcess server) {
    return Calls.wire(server, KEY);
  }

  /** Those that run. */
  public List<ServerProcess> running() {
    return List.copyOf(running);
  }

  /** Tells one to end, and waits for it. */
  public void stop(ServerProcess server) {
    running.remove(server);
    server.term();
    server.end();
    server.close();
  }

  /** Ends one as a crash would. */
  public void kill(ServerProcess server) {
    running.remove(server);
    server.kill();
    server.close();
  }

  /** What all of them wrote to their logs. */
  public String logs() {
    return String.join("\n---\n", running.stream().map(ServerProcess::log).toList());
  }

  @Override
  public void close() {
    running.forEach(ServerProcess::close);
  }
}
