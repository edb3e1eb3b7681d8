// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http.gate;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A bound on what nobody needs a key for: when it is reached, whoever has been in for longest gives way. */
public final class YieldingBudget {
  /*
   * Whoever has no key can ask from any number of connections, so no part of a bound can be kept for those in earnest. They
   * differ in one thing: they read their answers at once, and send their heads in one go. What stays is somebody else's.
   */

  private final int most;
  private final long mostBytes;

  /** The oldest first. Guarded by this. */
  private final Set<Stay> stays = new LinkedHashSet<>();

  /** Guarded by this. */
  private long bytes;

  /** So many at once, with so many bytes. */
  YieldingBudget(int most, long mostBytes) {
    this.most = most;
    this.mostBytes = mostBytes;
  }

  private final class Stay implements Claim {
    private final Runnable giveWay;

    /** Guarded by the budget. */
    private long held;

    Stay(Runnable giveWay) {
      this.giveWay = giveWay;
    }

    @Override
    public boolean hold(long total) {
      return YieldingBudget.this.hold(this, total);
    }

    @Override
    public void leave() {
      YieldingBudget.this.leave(this);
    }
  }

  /** Counts somebody in, who may be told at any time, on any thread, to give way. */
  public Claim enter(Runnable giveWay) {
    Stay entered = new Stay(giveWay);
    List<Stay> gone = new ArrayList<>();
    synchronized (this) {
      stays.add(entered);
      while (stays.size() > most) {
        gone.add(removeOldestBut(entered));
      }
    }
    gone.forEach(each -> each.giveWay.run());
    return entered;
  }

  private boolean hold(Stay stay, long total) {
    List<Stay> gone = new ArrayList<>();
    synchronized (this) {
      if (total > mostBytes || !stays.contains(stay)) {
        return false;
      }
      bytes += total - stay.held;
      stay.held = total;
      while (bytes > mostBytes) {
        gone.add(removeOldestBut(stay));
      }
    }
    gone.forEach(each -> each.giveWay.run());
    return true;
  }

  /** There is another one: alone, the one that is to stay would be within the bounds. */
  private Stay removeOldestBut(Stay staying) {
    Iterator<Stay> oldest = stays.iterator();
    Stay first = oldest.next();
    Stay found = first == staying ? oldest.next() : first;
    leave(found);
    return found;
  }

  private synchronized void leave(Stay stay) {
    if (stays.remove(stay)) {
      bytes -= stay.held;
    }
  }

  synchronized int count() {
    return stays.size();
  }

  synchronized long bytes() {
    return bytes;
  }
}
