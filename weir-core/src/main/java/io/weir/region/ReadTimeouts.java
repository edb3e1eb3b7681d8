// SPDX-License-Identifier: Apache-2.0
package io.weir.region;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The reads that are waited for, in the order in which waiting for them ends. */
final class ReadTimeouts {
  private final OriginLink originLink;
  private final long millis;
  private final Queue<ReadTimeout> queue = new ConcurrentLinkedQueue<>();

  /** Until when, in elapsed milliseconds, an answer is waited for. */
  private record ReadTimeout(PendingRead read, long deadline) {}

  /** Waits for each read this long. */
  ReadTimeouts(OriginLink originLink, long millis) {
    this.originLink = originLink;
    this.millis = millis;
  }

  /** Waits for this read from now on. */
  void add(PendingRead pendingRead) {
    queue.add(new ReadTimeout(pendingRead, originLink.elapsedMillis() + millis));
  }

  /** Takes out the next read that is late at this time and was not answered; null if there is none. */
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

  /** How long each read is waited for. */
  long millis() {
    return millis;
  }

  /** Whether somebody waits for an answer. */
  boolean isBusy() {
    return queue.stream().anyMatch(each -> !each.read().isOver());
  }

  void forEach(Consumer<PendingRead> visitor) {
    queue.forEach(each -> visitor.accept(each.read()));
  }
}
