// SPDX-License-Identifier: Apache-2.0
package io.weir.client.http;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Counts who is inside. Once it is shut nobody gets in any more, and one can wait until everybody has left. */
final class ActiveCalls {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition empty = lock.newCondition();

  // Both are used under the lock only.
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

  /** Lets nobody in any more, and gives whether it was open. */
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

  /** Whether everybody has left within so many nanoseconds. */
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
