// SPDX-License-Identifier: Apache-2.0
package io.weir.client.time;

/** A source of elapsed time that also runs scheduled tasks. */
public interface Timer extends AutoCloseable {

  /**
   * Returns elapsed nanoseconds from an arbitrary origin. Only differences are meaningful; the wall clock does not
   * affect them.
   */
  long nanoTime();

  /**
   * Runs a task once after the given delay. All tasks share a thread, so they must be short and never block.
   *
   * @return cancels the task if it has not started
   */
  Runnable schedule(long nanos, Runnable task);

  /** Discards all tasks and ends the thread. */
  @Override
  void close();
}
