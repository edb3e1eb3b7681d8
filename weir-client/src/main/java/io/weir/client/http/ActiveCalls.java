// SPDX-License-Identifier: Apache-2.0
package io.weir.client.http;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A counter of the calls in progress. Once closed, it admits no further calls, and a thread can wait until the last
 * one has ended.
 */
final class ActiveCalls {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition empty = lock.newCondition();

  // Both fields are guarded by the lock.
  private long active;
  private boolean closed;

  boolean tryBegin() {
    lock.lock();
    try {
      if (!closed) {
        active++;
      }
      return !closed;
    } finally {
      lock.unlock();
    }
  }

  void end() {
    lock.lock();
    try {
      if (--active == 0) {
        empty.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Refuses further calls, and returns whether it was open before. */
  boolean tryClose() {
    lock.lock();
    try {
      boolean wasOpen = !closed;
      closed = true;
      return wasOpen;
    } finally {
      lock.unlock();
    }
  }

  boolean isClosed() {
    lock.lock();
    try {
      return closed;
    } finally {
      lock.unlock();
    }
  }

  /** Waits until no call is in progress, and returns whether that happened within {@code nanos}. */
  boolean awaitEmpty(long nanos) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = nanos;
      while (active > 0 && left > 0) {
        left = empty.awaitNanos(left);
      }
      return active == 0;
    } finally {
      lock.unlock();
    }
  }
}
