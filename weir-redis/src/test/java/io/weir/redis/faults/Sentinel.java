// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.faults;

import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.RedisConsole;
import io.weir.testkit.servers.RedisServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A real sentinel that monitors a master and promotes its replica when the master is lost. */
final class Sentinel implements AutoCloseable {
  /** A shell that ends the sentinel when its input is closed, which happens however this process ends. */
  private static final String WATCHED =
      "\"$1\" \"$2\" --sentinel & read -r end; kill -9 $!; wait $! 2>/dev/null; true";

  private final int port;
  private final Process process;

  private Sentinel(int port, Process process) {
    this.port = port;
    this.process = process;
  }

  /** Starts a sentinel for a master that it names {@code main}. */
  static Sentinel start(Path folder, RedisServer master) {
    try {
      int port = freePort();
      Path settings = folder.resolve("sentinel.conf");
      Files.write(
          settings,
          List.of(
              "port " + port,
              "bind 127.0.0.1",
              "sentinel monitor main 127.0.0.1 " + master.port() + " 1",
              "sentinel down-after-milliseconds main 500",
              "sentinel failover-timeout main 3000"));
      String executable = ProcessHandle.of(master.pid())
          .flatMap(handle -> handle.info().command())
          .orElseThrow();
      Process process = new ProcessBuilder(
              "sh", "-c", WATCHED, "sentinel", executable, settings.toString())
          .directory(folder.toFile())
          .redirectErrorStream(true)
          .redirectOutput(folder.resolve("sentinel.log").toFile())
          .start();
      Sentinel sentinel = new Sentinel(port, process);
      Eventually.until("the sentinel knows a replica", sentinel::knowsAReplica);
      return sentinel;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return probe.getLocalPort();
    }
  }

  private boolean knowsAReplica() {
    try (RedisConsole console = RedisConsole.connect("redis://127.0.0.1:" + port)) {
      return console.info("sentinel", "master0").contains("slaves=1");
    } catch (UncheckedIOException | IllegalArgumentException e) {
      return false;
    }
  }

  String uri() {
    return "redis-sentinel://127.0.0.1:" + port + "#main";
  }

  @Override
  public void close() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Eventually.until("the sentinel has ended", () -> !process.isAlive());
  }
}
