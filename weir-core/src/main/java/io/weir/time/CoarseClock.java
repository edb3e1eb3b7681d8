// SPDX-License-Identifier: Apache-2.0
package io.weir.time;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A wall clock that its own thread reads once a millisecond, so that a check pays a memory load instead of a clock
 * read. The default clock of an engine.
 */
public final class CoarseClock implements EpochClock, AutoCloseable {
  /*
   * The reading is late by up to one tick plus however long the ticking thread is kept from running; it is never
   * early. Late time errs towards refusing: the previous window still weighs a little more, and the next begins a
   * little later. Until start() and after close() every call reads the machine's clock, so a clock that was not
   * started is slow, not wrong.
   */

  /** One millisecond is the resolution of window arithmetic: a finer tick would not affect any decision. */
  private static final long TICK_NANOS = 1_000_000;

  /** Written by the ticking thread alone, read by every check; 0 while the clock does not tick. */
  private volatile long ticked;

  /** Set once by start(), cleared by close(). Guarded by this. */
  private @Nullable Thread thread;

  @Override
  public long epochMillis() {
    long now = ticked;
    return now != 0 ? now : System.currentTimeMillis();
  }

  /** Starts ticking. Does nothing if it already ticks. */
  public synchronized void start() {
    if (thread == null) {
      Thread ticker = new Thread(this::tick, "weir-clock");
      ticker.setDaemon(true);
      ticked = System.currentTimeMillis();
      thread = ticker;
      ticker.start();
    }
  }

  private void tick() {
    while (!Thread.currentThread().isInterrupted()) {
      ticked = System.currentTimeMillis();
      LockSupport.parkNanos(this, TICK_NANOS);
    }
  }

  /** Stops ticking; later readings come from the machine's clock. */
  @Override
  public synchronized void close() {
    Thread ticker = thread;
    if (ticker == null) {
      return;
    }
    thread = null;
    AgentRunner.end(ticker);
    ticked = 0;
  }
}
