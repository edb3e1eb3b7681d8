// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** A real Redis on a loopback port, empty at its start, without files, and gone when this process is gone. */
public final class RedisServer implements AutoCloseable {
  /*
   * Ports are taken from a range of our own instead of being asked from the system. The system hands out its own range
   * to any outgoing connection, so a port from there may be lost between a kill and a restart; and its range ends too
   * high for cluster nodes, which listen at BUS_OFFSET above their port as well. All of FIRST_PORT to
   * LAST_PORT + BUS_OFFSET lies below the ranges of Linux and macOS.
   */
  private static final int FIRST_PORT = 10_500;
  private static final int LAST_PORT = 20_400;
  private static final int BUS_OFFSET = 10_000;

  /** Two tests at once may draw the same port. So many times in a row they do not. */
  private static final int ATTEMPTS = 20;

  /** It takes a tenth of a second. A machine that is out of breath needs more. */
  private static final Duration START = Duration.ofSeconds(30);

  /** One question to a starting server. It is asked again, so that this need not be long. */
  private static final Duration QUESTION = Duration.ofSeconds(1);

  /** Holds the one server that all users of this JVM share; made when first asked for. */
  private static final class Shared {
    static final RedisServer SERVER = launch(true, List.of());
  }

  /** A port was taken by somebody else between our look and the server's start. */
  static final class PortTaken extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PortTaken(String message) {
      super(message);
    }
  }

  private final boolean shared;
  private final int port;
  private final List<String> arguments;

  /** Null while the server is down. Guarded by this. */
  private @Nullable WatchedProcess process;

  private RedisServer(boolean shared, int port, List<String> arguments) {
    this.shared = shared;
    this.port = port;
    this.arguments = arguments;
  }

  /**
   * Starts a server of one's own.
   *
   * @param arguments more for its command line, such as {@code "--cluster-enabled", "yes"}
   */
  public static RedisServer start(String... arguments) {
    return launch(false, List.of(arguments));
  }

  /** The server that all users in this JVM share. It is started once and ends with the JVM; it can't be harmed. */
  public static RedisServer shared() {
    return Shared.SERVER;
  }

  private static RedisServer launch(boolean shared, List<String> arguments) {
    SplittableRandom random = new SplittableRandom();
    for (int attempt = 1; ; attempt++) {
      int port = random.nextInt(FIRST_PORT, LAST_PORT + 1);
      if (isFree(port) && isFree(port + BUS_OFFSET)) {
        RedisServer server = new RedisServer(shared, port, arguments);
        try {
          server.restartIfDown();
          return server;
        } catch (PortTaken e) {
          if (attempt >= ATTEMPTS) {
            throw e;
          }
        }
      } else if (attempt >= ATTEMPTS) {
        throw new IllegalStateException("found no free port in " + ATTEMPTS + " attempts");
      }
    }
  }

  private static boolean isFree(int port) {
    try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return probe.isBound();
    } catch (IOException e) {
      return false;
    }
  }

  /** Where clients connect, such as {@code redis://127.0.0.1:12345}. */
  public String uri() {
    return "redis://127.0.0.1:" + port;
  }

  /** The same before and after a restart. */
  public int port() {
    return port;
  }

  /** The process of the server itself. */
  public synchronized long pid() {
    return running().pid();
  }

  /** Opens a console to this server. */
  public RedisConsole console() {
    return RedisConsole.connect(uri());
  }

  /** Ends the server with SIGKILL and returns when it is gone; its data are lost. Does nothing if it is down. */
  public synchronized void kill() {
    requireOwn();
    end();
  }

  /** Starts the server again at the same port, empty, after a {@link #kill} if it still runs. */
  public synchronized void restart() {
    requireOwn();
    end();
    restartIfDown();
  }

  /** Stops the server in its tracks with SIGSTOP: connections stay open, nothing is answered. */
  public synchronized void pause() {
    requireOwn();
    running().signal("STOP");
  }

  /** Lets a paused server go on with SIGCONT. */
  public synchronized void resume() {
    requireOwn();
    running().signal("CONT");
  }

  /** Ends the server for good; the shared one goes on. */
  @Override
  public synchronized void close() {
    if (!shared) {
      end();
    }
  }

  private void requireOwn() {
    if (shared) {
      throw new IllegalStateException("the shared server serves others too: start one of your own");
    }
  }

  private WatchedProcess running() {
    if (process == null) {
      throw new IllegalStateException("the server at port " + port + " is down");
    }
    return process;
  }

  private void end() {
    if (process != null) {
      WatchedProcess ending = process;
      process = null;
      ending.close();
    }
  }

  private synchronized void restartIfDown() {
    if (process != null) {
      return;
    }
    List<String> command = command();
    WatchedProcess starting = WatchedProcess.start(newFolder(), command);
    try {
      awaitReady(starting);
    } catch (RuntimeException e) {
      starting.close();
      throw e;
    }
    process = starting;
  }

  private static Path newFolder() {
    try {
      return Files.createTempDirectory("weir-redis");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> command() {
    RedisBinary binary = RedisBinary.ofThisMachine();
    Path executable = binary
        .path()
        .orElseThrow(() -> new IllegalStateException(binary.absence().orElseThrow()));
    List<String> words = new ArrayList<>(List.of(executable.toString()));
    words.addAll(List.of("--port", Integer.toString(port), "--bind", "127.0.0.1"));
    words.addAll(List.of("--save", "", "--appendonly", "no", "--daemonize", "no"));
    words.addAll(arguments);
    return words;
  }

  private void awaitReady(WatchedProcess starting) {
    boolean settled = Waiting.until(START, () -> !starting.isRunning() || isServedBy(starting));
    if (settled && starting.isRunning()) {
      return;
    }
    String output = starting.lastOutput();
    String message = "Redis at port " + port
        + (settled ? " ended while starting" : " did not answer within " + START)
        + ", with this as its last output:\n" + output;
    // Redis' own words: those of the system differ from one C library to the next.
    throw output.contains("Failed listening on port")
        ? new PortTaken(message)
        : new IllegalStateException(message);
  }

  /** Whether it is this process that answers at the port, rather than one that took the port before it. */
  private boolean isServedBy(WatchedProcess starting) {
    try (RedisConsole console = RedisConsole.connect(uri(), QUESTION)) {
      console.call("PING");
      return console.info("server", "process_id").equals(Long.toString(starting.pid()));
    } catch (RedisConsole.Refusal e) {
      // With a password set by an argument it can't be asked who it is.
      return e.toString().contains("NOAUTH");
    } catch (UncheckedIOException e) {
      return false;
    }
  }
}
