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

/** A real server on a loopback port, which a test may kill, pause and restart, and gone when this process is gone. */
public abstract class LoopbackServer implements AutoCloseable {
  /** Two tests at once may draw the same port. So many times in a row they do not. */
  private static final int ATTEMPTS = 20;

  /** It takes less than a second. A machine that is out of breath needs more. */
  private static final Duration START = Duration.ofSeconds(60);

  /** A port was taken by somebody else between our look and the server's start. */
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
   * A server that was not started yet.
   *
   * @param name for messages and folders
   * @param shared whether it serves others too, so that it can't be harmed
   */
  protected LoopbackServer(String name, boolean shared, int port) {
    this.name = name;
    this.shared = shared;
    this.port = port;
  }

  /**
   * Starts a server at a free port.
   *
   * @param maker makes the server for a port
   * @param companions how far above the port there are others that the server needs
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
   * The command line of the server.
   *
   * @param folder where it may write
   */
  protected abstract List<String> command(Path folder);

  /** Puts files into place before each start, the first one included. */
  protected abstract void prepare(Path folder) throws IOException;

  /** Whether it is this process that answers at the port, rather than one that took the port before it. */
  protected abstract boolean isServedBy(long pid, Path folder);

  /** The server's own words for a port that it can't have. Those of the system differ between C libraries. */
  protected abstract String portInUseMessage();

  /** The same before and after a restart. */
  public final int port() {
    return port;
  }

  /** The process of the server itself. */
  public final synchronized long pid() {
    return running().pid();
  }

  /** Ends the server with SIGKILL and returns when it is gone. Does nothing if it is down. */
  public final synchronized void kill() {
    requireOwn();
    opened().end();
  }

  /** Starts the server again at the same port, after a {@link #kill} if it still runs. */
  public final synchronized void restart() {
    requireOwn();
    opened().end();
    start(opened());
  }

  /** Stops the server with SIGSTOP and returns when nothing is answered any more. Connections stay open. */
  public final synchronized void pause() {
    requireOwn();
    running().signal("STOP");
    StoppedProcess.await(running().pid());
  }

  /** Lets a paused server go on with SIGCONT. */
  public final synchronized void resume() {
    requireOwn();
    running().signal("CONT");
  }

  /** Ends the server for good; the shared one goes on. */
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
    SupervisedProcess opening = SupervisedProcess.create(folder, command(folder));
    try {
      start(opening);
    } catch (RuntimeException e) {
      opening.close();
      throw e;
    }
    process = opening;
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
