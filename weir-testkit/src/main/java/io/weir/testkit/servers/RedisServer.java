// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers;

import io.weir.testkit.servers.local.FolderTree;
import io.weir.testkit.servers.local.LoopbackServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A real Redis without persistence: it is empty whenever it starts, also after a kill and restart. */
public final class RedisServer extends LoopbackServer {
  /** The nodes of a cluster also listen at this offset above their port. */
  private static final int BUS_OFFSET = 10_000;

  /** The time-out of one ping to a starting server. Pings are repeated, so it can be short. */
  private static final Duration PING_TIMEOUT = Duration.ofSeconds(1);

  /** Holds the server that all users in this JVM share; created on first use. */
  private static final class SharedRedis {
    static final RedisServer SERVER = launch(true, List.of());
  }

  private final Path executable;
  private final List<String> arguments;

  private RedisServer(boolean shared, int port, Path executable, List<String> arguments) {
    super("Redis", shared, port);
    this.executable = executable;
    this.arguments = arguments;
  }

  /**
   * Starts a server for the caller's own use.
   *
   * @param arguments additional command-line arguments, such as {@code "--cluster-enabled", "yes"}
   */
  public static RedisServer start(String... arguments) {
    return launch(false, List.of(arguments));
  }

  /**
   * Returns the server that all users in this JVM share. It is started once and ends with the JVM; it cannot be
   * killed, paused or closed.
   */
  public static RedisServer shared() {
    return SharedRedis.SERVER;
  }

  private static RedisServer launch(boolean shared, List<String> arguments) {
    RedisBinary binary = RedisBinary.ofThisMachine();
    Path executable = binary
        .path()
        .orElseThrow(() -> new IllegalStateException(binary.absence().orElseThrow()));
    return launch(port -> new RedisServer(shared, port, executable, arguments), BUS_OFFSET);
  }

  /** Returns the address for clients, such as {@code redis://127.0.0.1:12345}. */
  public String uri() {
    return "redis://127.0.0.1:" + port();
  }

  /** Opens a console to this server. */
  public RedisConsole console() {
    return RedisConsole.connect(uri());
  }

  @Override
  protected List<String> command(Path folder) {
    List<String> words = new ArrayList<>(List.of(executable.toString()));
    words.addAll(List.of("--port", Integer.toString(port()), "--bind", "127.0.0.1"));
    words.addAll(List.of("--save", "", "--appendonly", "no", "--daemonize", "no"));
    words.addAll(arguments);
    return words;
  }

  /** A cluster node writes the nodes it knows to a file. */
  @Override
  protected void prepare(Path folder) throws IOException {
    new FolderTree(folder).empty();
  }

  @Override
  protected boolean isServedBy(long pid, Path folder) {
    try (RedisConsole console = RedisConsole.connect(uri(), PING_TIMEOUT)) {
      console.call("PING");
      return console.info("server", "process_id").equals(Long.toString(pid));
    } catch (RedisConsole.RedisError e) {
      // With a password set by an argument, its identity cannot be queried.
      return e.toString().contains("NOAUTH");
    } catch (UncheckedIOException e) {
      return false;
    }
  }

  @Override
  protected String portInUseMessage() {
    return "Failed listening on port";
  }
}
