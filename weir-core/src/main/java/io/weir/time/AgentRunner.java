// SPDX-License-Identifier: Apache-2.0
package io.weir.time;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A thread that runs an agent's steps: without a break while there is work, with a pause while there is none. */
public final class AgentRunner implements AutoCloseable {

  /** The pause after a step that threw, so that a broken agent neither dies nor spins. */
  private static final long AFTER_FAILURE_NANOS = 100_000_000;

  private static final Logger LOG = System.getLogger(AgentRunner.class.getName());

  private final Agent agent;
  private final String name;
  private final long idleNanos;

  /** Guarded by this. */
  private @Nullable Thread thread;

  /** Creates a runner of the agent, with this thread name and this pause when idle. */
  public AgentRunner(Agent agent, String name, long idleNanos) {
    this.agent = agent;
    this.name = name;
    this.idleNanos = idleNanos;
  }

  /** Starts the thread. Does nothing if it is already running. */
  public synchronized void start() {
    if (thread == null) {
      thread = new Thread(this::run, name);
      thread.setDaemon(true);
      thread.start();
    }
  }

  /** Whether the thread was started and not yet closed. */
  public synchronized boolean isRunning() {
    return thread != null;
  }

  private void run() {
    while (!Thread.currentThread().isInterrupted()) {
      long pause = idleNanos;
      try {
        pause = agent.work() > 0 ? 0 : idleNanos;
      } catch (RuntimeException
          | Error e) { // an agent that died would take the process's views with it
        LOG.log(Level.ERROR, "a step of " + name + " failed; continuing with the next one", e);
        pause = AFTER_FAILURE_NANOS;
      }
      if (pause > 0) {
        LockSupport.parkNanos(this, pause);
      }
    }
  }

  /** Stops the thread after its current step, and waits for it. */
  @Override
  public void close() {
    Thread running;
    synchronized (this) {
      running = thread;
      thread = null;
    }
    if (running != null) {
      end(running);
    }
  }

  /**
   * Interrupts a thread and waits until it has ended, even if the waiting thread is interrupted as well: otherwise the
   * caller would continue while the thread still works. A thread that ends itself does not wait for itself.
   */
  static void end(Thread thread) {
    thread.interrupt();
    boolean interrupted = false;
    while (thread.isAlive() && thread != Thread.currentThread()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        LOG.log(Level.DEBUG, "interrupted while waiting for " + thread.getName() + " to stop", e);
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
