// SPDX-License-Identifier: Apache-2.0
package io.weir.client.rig;

import io.weir.client.time.Timer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A timer that a test advances. Tasks run on the thread that advances it. */
public final class ManualTimer implements Timer {
  private record Task(long atNanos, Runnable work) {}

  private final List<Task> tasks = new ArrayList<>();

  /** Far from 0 and close to overflow, because elapsed time may have any value. */
  private long now = Long.MAX_VALUE - 1_000_000_000;

  private boolean closed;

  @Override
  public synchronized long nanoTime() {
    return now;
  }

  @Override
  public synchronized Runnable schedule(long nanos, Runnable work) {
    Task task = new Task(now + nanos, work);
    tasks.add(task);
    return () -> {
      synchronized (this) {
        tasks.remove(task);
      }
    };
  }

  /** Returns the number of pending tasks. */
  public synchronized int pendingTasks() {
    return tasks.size();
  }

  /** Returns the milliseconds until the first pending task is due, or -1 if there is none. */
  public synchronized long nextDueMillis() {
    return tasks.stream()
        .mapToLong(task -> TimeUnit.NANOSECONDS.toMillis(task.atNanos - now))
        .min()
        .orElse(-1);
  }

  /** Advances the time and runs the tasks that are due by then. */
  public void advanceMillis(long millis) {
    List<Task> due;
    synchronized (this) {
      now += TimeUnit.MILLISECONDS.toNanos(millis);
      due = tasks.stream().filter(task -> task.atNanos - now <= 0).toList();
      tasks.removeAll(due);
    }
    due.forEach(task -> task.work.run());
  }

  public synchronized boolean isClosed() {
    return closed;
  }

  @Override
  public synchronized void close() {
    closed = true;
  }
}
