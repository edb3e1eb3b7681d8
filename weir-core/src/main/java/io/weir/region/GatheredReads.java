// SPDX-License-Identifier: Apache-2.0
package io.weir.region;

import io.weir.cell.Subject;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A queue of reads that the agent sends later; the last one still accepts subjects. Thread-safe. */
final class GatheredReads {
  private final int maxSubjects;

  /** The queue. It is the lock for itself and for the subjects of its reads. */
  private final Deque<PendingRead> reads = new ArrayDeque<>();

  /** Creates an empty queue that gathers up to this many subjects per read. */
  GatheredReads(int maxSubjects) {
    this.maxSubjects = maxSubjects;
  }

  /** Adds the subject to the last read unless a read of it is already in flight or queued. */
  void add(Subject subject) {
    synchronized (reads) {
      PendingRead last = reads.peekLast();
      if (last == null || last.subjects().size() >= maxSubjects) {
        last = new PendingRead();
        reads.add(last);
      }
      last.tryAdd(subject);
    }
  }

  /** Adds a read that could not be sent yet. */
  void add(PendingRead pendingRead) {
    synchronized (reads) {
      reads.add(pendingRead);
    }
  }

  /** Removes this read. False if it was not queued. */
  boolean remove(PendingRead pendingRead) {
    synchronized (reads) {
      return reads.remove(pendingRead);
    }
  }

  /** Removes and returns the next read that is still needed; null if there is none or if it is held back. */
  @Nullable
  PendingRead poll(Predicate<PendingRead> isHeldBack) {
    synchronized (reads) {
      PendingRead next;
      while ((next = reads.peek()) != null && next.isPointless()) {
        reads.remove(); // also while reads are held back, or they would accumulate
      }
      if (next == null || isHeldBack.test(next)) {
        return null;
      }
      reads.remove();
      return next;
    }
  }

  /** Removes all reads and passes them to the visitor. */
  void drain(Consumer<PendingRead> visitor) {
    synchronized (reads) {
      reads.forEach(visitor);
      reads.clear();
    }
  }
}
