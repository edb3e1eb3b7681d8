// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process;

import io.weir.testkit.servers.Eventually;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** Repeats a step in a thread of its own until it is stopped or the server no longer answers. */
public final class RepeatingWorker {
  private final Thread thread;
  private volatile boolean stopped;

  /** Why it ended by itself. Written by its thread, read after that has ended. */
  private volatile @Nullable Throwable failure;

  private RepeatingWorker(String name, Runnable step) {
    thread = new Thread(() -> run(step), name);
    thread.setDaemon(true);
  }

  public static RepeatingWorker start(String name, Runnable step) {
    RepeatingWorker repeatingWorker = new RepeatingWorker(name, step);
    repeatingWorker.thread.start();
    return repeatingWorker;
  }

  @SuppressWarnings("CatchingUnchecked") // whatever it is, the joining thread reports it
  private void run(Runnable step) {
    try {
      while (!stopped) {
        step.run();
      }
    } catch (UncheckedIOException e) {
      // The server was killed: whether the last request had an effect is unknown.
    } catch (RuntimeException | AssertionError e) {
      failure = e;
    }
  }

  /** Stops after the current step. Fails if a step has failed. */
  public void stop() {
    stopped = true;
    Eventually.until(() -> thread.getName() + " does not end", () -> !thread.isAlive());
    if (failure != null) {
      throw new AssertionError(thread.getName() + " failed: " + failure.getMessage(), failure);
    }
  }
}
