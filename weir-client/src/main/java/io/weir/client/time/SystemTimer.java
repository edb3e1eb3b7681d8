// SPDX-License-Identifier: Apache-2.0
package io.weir.client.time;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The machine's time, and a thread that starts with the first task. */
public final class SystemTimer implements Timer {
  private final ScheduledThreadPoolExecutor executor;

  public SystemTimer() {
    executor = new ScheduledThreadPoolExecutor(1, task -> {
      Thread thread = new Thread(task, "weir-client-timer");
      thread.setDaemon(true);
      return thread;
    });
    // Nearly every time-out is taken back. Kept, they would hold on to answered calls for seconds.
    executor.setRemoveOnCancelPolicy(true);
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public Runnable after(long nanos, Runnable task) {
    Future<?> due = executor.schedule(task, nanos, TimeUnit.NANOSECONDS);
    return () -> due.cancel(false);
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
