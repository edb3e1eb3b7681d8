// SPDX-License-Identifier: Apache-2.0
package io.weir.region;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A queue of reads in flight, ordered by the time at which they time out. */
final class ReadTimeouts {
  private final OriginLink originLink;
  private final long millis;
  private final Queue<ReadTimeout> queue = new ConcurrentLinkedQueue<>();

  /** A read and its deadline in elapsed milliseconds. */
  private record ReadTimeout(PendingRead read, long deadline) {}

  /** Creates a queue in which each read times out after this long. */
  ReadTimeouts(OriginLink originLink, long millis) {
    this.originLink = originLink;
    this.millis = millis;
  }

  /** Starts the time-out of this read. */
  void add(PendingRead pendingRead) {
    queue.add(new ReadTimeout(pendingRead, originLink.elapsedMillis() + millis));
  }

  /** Removes and returns the next unanswered read that has timed out at this time; null if there is none. */
  @Nullable
  PendingRead pollLate(long now) {
    for (ReadTimeout oldest = queue.peek(); oldest != null; oldest = queue.peek()) {
      boolean isOver = oldest.read().isOver();
      if (!isOver && now < oldest.deadline()) {
        return null;
      }
      queue.remove();
      if (!isOver) {
        return oldest.read();
      }
    }
    return null;
  }

  /** The time-out of each read. */
  long millis() {
    return millis;
  }

  /** Whether a read is neither answered nor given up. */
  boolean isBusy() {
    return queue.stream().anyMatch(each -> !each.read().isOver());
  }

  void forEach(Consumer<PendingRead> visitor) {
    queue.forEach(each -> visitor.accept(each.read()));
  }
}
