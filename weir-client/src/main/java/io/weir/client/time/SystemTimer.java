// SPDX-License-Identifier: Apache-2.0
package io.weir.client.time;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The system's time, and a thread that starts with the first task and ends after it has been idle for a while. */
public final class SystemTimer implements Timer {
  private static final long IDLE_SECONDS = 10;

  private final ScheduledThreadPoolExecutor executor;

  public SystemTimer() {
    executor = new ScheduledThreadPoolExecutor(1, task -> {
      Thread thread = new Thread(task, "weir-client-timer");
      thread.setDaemon(true);
      return thread;
    });
    executor.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
    executor.allowCoreThreadTimeOut(true);
    // Nearly every time-out is cancelled. If cancelled tasks stayed queued, they would keep
    // completed calls in memory
    // for seconds.
    executor.setRemoveOnCancelPolicy(true);
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public Runnable schedule(long nanos, Runnable task) {
    Future<?> due = executor.schedule(task, nanos, TimeUnit.NANOSECONDS);
    return () -> due.cancel(false);
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
