// SPDX-License-Identifier: Apache-2.0
package io.weir.client.http;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Counts who is inside. Once it is shut nobody gets in any more, and one can wait until everybody has left. */
final class Gate {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition empty = lock.newCondition();

  // Both are used under the lock only.
  private long inside;
  private boolean shut;

  boolean tryEnter() {
    lock.lock();
    try {
      if (!shut) {
        inside++;
      }
      return !shut;
    } finally {
      lock.unlock();
    }
  }

  void leave() {
    lock.lock();
    try {
      if (--inside == 0) {
        empty.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Lets nobody in any more, and gives whether it was open. */
  boolean tryShut() {
    lock.lock();
    try {
      boolean wasOpen = !shut;
      shut = true;
      return wasOpen;
    } finally {
      lock.unlock();
    }
  }

  boolean isShut() {
    lock.lock();
    try {
      return shut;
    } finally {
      lock.unlock();
    }
  }

  /** Whether everybody has left within so many nanoseconds. */
  boolean awaitEmpty(long nanos) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = nanos;
      while (inside > 0 && left > 0) {
        left = empty.awaitNanos(left);
      }
      return inside == 0;
    } finally {
      lock.unlock();
    }
  }
}
