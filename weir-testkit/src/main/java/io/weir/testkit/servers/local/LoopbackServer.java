// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** A real server on a loopback port that a test may kill, pause and restart. It ends with this process. */
public abstract class LoopbackServer implements AutoCloseable {
  /** Two concurrent tests may draw the same port, but not this many times in a row. */
  private static final int ATTEMPTS = 20;

  /** A start takes less than a second, and longer on an overloaded machine. */
  private static final Duration START = Duration.ofSeconds(60);

  /** Thrown when another process took the port between our check and the server's start. */
  public static final class PortInUse extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PortInUse(String message) {
      super(message);
    }
  }

  private final String name;
  private final boolean shared;
  private final int port;

  /** Null before the first start and after the close. Guarded by this. */
  private @Nullable SupervisedProcess process;

  /**
   * Creates a server that is not started yet.
   *
   * @param name the name for messages and folders
   * @param shared whether it has other users too, so that it must not be disturbed
   */
  protected LoopbackServer(String name, boolean shared, int port) {
    this.name = name;
    this.shared = shared;
    this.port = port;
  }

  /**
   * Starts a server at a free port.
   *
   * @param maker creates the server for a port
   * @param companions offsets above the port of further ports that the server needs
   */
  protected static <S extends LoopbackServer> S launch(IntFunction<S> maker, int... companions) {
    for (int attempt = 1; ; attempt++) {
      S server = maker.apply(FreePorts.draw(companions));
      try {
        server.open();
        return server;
      } catch (PortInUse e) {
        if (attempt >= ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  /**
   * Returns the command line of the server.
   *
   * @param folder the folder in which it may write
   */
  protected abstract List<String> command(Path folder);

  /** Prepares files before each start, including the first one. */
  protected abstract void prepare(Path folder) throws IOException;

  /** Returns whether this process serves the port, rather than another one that took the port before it. */
  protected abstract boolean isServedBy(long pid, Path folder);

  /** Returns the server's message for a port that is in use. The system's messages differ between C libraries. */
  protected abstract String portInUseMessage();

  /** Returns the port, which is the same before and after a restart. */
  public final int port() {
    return port;
  }

  /** Returns the id of the server process itself. */
  public final synchronized long pid() {
    return running().pid();
  }

  /** Kills the server with SIGKILL, and returns when it has ended. Does nothing if it is not running. */
  public final synchronized void kill() {
    requireOwn();
    opened().end();
  }

  /** Starts the server again at the same port, after a {@link #kill} if it is still running. */
  public final synchronized void restart() {
    requireOwn();
    opened().end();
    start(opened());
  }

  /** Stops the server with SIGSTOP, and returns when it no longer answers. Connections stay open. */
  public final synchronized void pause() {
    requireOwn();
    running().signal("STOP");
    StoppedProcess.await(running().pid());
  }

  /** Continues a paused server with SIGCONT. */
  public final synchronized void resume() {
    requireOwn();
    running().signal("CONT");
  }

  /** Ends the server permanently; the shared one keeps running. */
  @Override
  public final synchronized void close() {
    if (!shared && process != null) {
      SupervisedProcess ending = process;
      process = null;
      ending.close();
    }
  }

  private void requireOwn() {
    if (shared) {
      throw new IllegalStateException(
          "the shared server is used by other tests: start a separate one");
    }
  }

  private SupervisedProcess opened() {
    if (process == null) {
      throw new IllegalStateException("the " + name + " at port " + port + " is closed");
    }
    return process;
  }

  private SupervisedProcess running() {
    SupervisedProcess opened = opened();
    if (!opened.isStarted()) {
      throw new IllegalStateException("the " + name + " at port " + port + " is down");
    }
    return opened;
  }

  final synchronized void open() {
    Path folder = newFolder();
    SupervisedProcess created = SupervisedProcess.create(folder, command(folder));
    try {
      start(created);
    } catch (RuntimeException e) {
      created.close();
      throw e;
    }
    process = created;
  }

  private Path newFolder() {
    try {
      return Files.createTempDirectory("weir-" + name.toLowerCase(Locale.ROOT));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void start(SupervisedProcess starting) {
    try {
      prepare(starting.folder());
      starting.start();
      awaitReady(starting);
    } catch (IOException e) {
      throw new UncheckedIOException("can't prepare " + starting.folder(), e);
    } catch (RuntimeException e) {
      starting.end();
      throw e;
    }
  }

  private void awaitReady(SupervisedProcess starting) {
    boolean settled = BoundedWait.until(
        START, () -> !starting.isRunning() || isServedBy(starting.pid(), starting.folder()));
    if (settled && starting.isRunning()) {
      return;
    }
    String output = starting.lastOutput();
    String message = name + " at port " + port
        + (settled ? " ended while starting" : " did not answer within " + START)
        + ", with this as its last output:\n" + output;
    throw output.contains(portInUseMessage())
        ? new PortInUse(message)
        : new IllegalStateException(message);
  }
}
