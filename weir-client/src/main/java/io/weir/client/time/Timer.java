// SPDX-License-Identifier: Apache-2.0
package io.weir.client.time;

/** Elapsed time, and what is to happen when some of it has passed. */
public interface Timer extends AutoCloseable {

  /** Elapsed nanoseconds since some moment. Only differences mean anything; the wall clock has no part in them. */
  long nanoTime();

  /**
   * Does this once so many nanoseconds have passed. All tasks share a thread, so they must be short and never wait.
   *
   * @return takes the task back, if it has not begun
   */
  Runnable schedule(long nanos, Runnable task);

  /** Forgets all tasks and ends the thread. */
  @Override
  void close();
}
