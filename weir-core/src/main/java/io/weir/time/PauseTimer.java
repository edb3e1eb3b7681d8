// SPDX-License-Identifier: Apache-2.0
package io.weir.time;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A source of short pauses of equal length, ended by the thread that runs the agents. */
public final class PauseTimer implements Agent {
  private record Pause(CompletableFuture<Boolean> end, long until) {}

  private final NanoClock clock;
  private final long millis;

  /** Open pauses, in the order in which they end. */
  private final Queue<Pause> open = new ConcurrentLinkedQueue<>();

  private volatile boolean closed;

  /** Creates a timer for pauses of this length. */
  public PauseTimer(NanoClock clock, long millis) {
    this.clock = clock;
    this.millis = millis;
  }

  /** Begins a pause. The result completes when it is over. */
  public CompletableFuture<?> begin() {
    CompletableFuture<Boolean> end = new CompletableFuture<>();
    open.add(new Pause(end, clock.elapsedMillis() + millis));
    if (closed) {
      close();
    }
    return end;
  }

  @Override
  public int work() {
    int ended = 0;
    for (Pause first = open.peek();
        first != null && clock.elapsedMillis() >= first.until();
        first = open.peek()) {
      open.remove();
      first.end().complete(true);
      ended++;
    }
    return ended;
  }

  /** Ends all pauses now. Later ones end at once. */
  public void close() {
    closed = true;
    for (Pause next = open.poll(); next != null; next = open.poll()) {
      next.end().complete(true);
    }
  }
}
