// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Cells that have something to tell the agents: each stands in line once, however often it was admitted to. */
public final class Signals {
  /*
   * A stack linked through the cells themselves, so that telling allocates nothing. Any thread pushes; one agent polls,
   * taking the whole stack at once. A cell leaves the line before its count is read: an admission that still found it
   * standing there was counted before, one that comes later puts it in line again.
   */

  private final AtomicReference<@Nullable Cell> top = new AtomicReference<>();

  /** What the agent took and has not handed out yet. Touched by the agent alone. */
  private @Nullable Cell taken;

  /** Puts a cell in line that marked itself (as its own successor) and is in no line yet. */
  void push(Cell cell) {
    while (true) {
      Cell below = top.get();
      cell.nextSignal(below == null ? cell : below);
      if (top.compareAndSet(below, cell)) {
        return;
      }
    }
  }

  /** The next cell in line, taken out of it; null when nobody waits. For one agent. */
  public @Nullable Cell poll() {
    Cell cell = taken;
    if (cell == null) {
      cell = top.getAndSet(null);
      if (cell == null) {
        return null;
      }
    }
    Cell next = cell.nextSignal();
    taken = next == cell ? null : next;
    cell.nextSignal(null);
    return cell;
  }
}
