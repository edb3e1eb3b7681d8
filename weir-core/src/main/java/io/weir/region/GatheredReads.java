// SPDX-License-Identifier: Apache-2.0
package io.weir.region;

import io.weir.cell.Subject;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads that the agent sends when their turn comes; the last one still takes subjects. Safe for any thread. */
final class GatheredReads {
  private final int maxSubjects;

  /** Guarded by itself, and so are the subjects of its reads. */
  private final Deque<PendingRead> reads = new ArrayDeque<>();

  /** Gathers up to this many subjects in one read. */
  GatheredReads(int maxSubjects) {
    this.maxSubjects = maxSubjects;
  }

  /** Adds the subject to the last read unless it is being read already. */
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

  /** Takes this read out. False if it was not here. */
  boolean remove(PendingRead pendingRead) {
    synchronized (reads) {
      return reads.remove(pendingRead);
    }
  }

  /** Takes out the next read that anybody needs; null if there is none, or if it is held back. */
  @Nullable
  PendingRead poll(Predicate<PendingRead> isHeldBack) {
    synchronized (reads) {
      PendingRead next;
      while ((next = reads.peek()) != null && next.isPointless()) {
        reads.remove(); // also while reads are held back, or they would pile up
      }
      if (next == null || isHeldBack.test(next)) {
        return null;
      }
      reads.remove();
      return next;
    }
  }

  /** Takes out all of them. */
  void drain(Consumer<PendingRead> visitor) {
    synchronized (reads) {
      reads.forEach(visitor);
      reads.clear();
    }
  }
}
