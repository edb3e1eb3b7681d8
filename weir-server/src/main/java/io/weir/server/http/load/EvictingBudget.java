// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http.load;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A bound on what nobody needs a key for: when it is reached, whoever has been in for longest gives way. */
public final class EvictingBudget {
  /*
   * Whoever has no key can ask from any number of connections, so no part of a bound can be kept for those in earnest. They
   * differ in one thing: they read their answers at once, and send their heads in one go. What stays is somebody else's.
   */

  private final int maxClaims;
  private final long maxBytes;

  /** The oldest first. Guarded by this. */
  private final Set<EvictableClaim> claims = new LinkedHashSet<>();

  /** Guarded by this. */
  private long bytes;

  /** So many at once, with so many bytes. */
  EvictingBudget(int maxClaims, long maxBytes) {
    this.maxClaims = maxClaims;
    this.maxBytes = maxBytes;
  }

  private final class EvictableClaim implements ResourceClaim {
    private final Runnable onEvicted;

    /** Guarded by the budget. */
    private long held;

    EvictableClaim(Runnable onEvicted) {
      this.onEvicted = onEvicted;
    }

    @Override
    public boolean reserve(long total) {
      return EvictingBudget.this.reserve(this, total);
    }

    @Override
    public void release() {
      EvictingBudget.this.release(this);
    }
  }

  /** Counts somebody in, who may be told at any time, on any thread, to give way. */
  public ResourceClaim enter(Runnable giveWay) {
    EvictableClaim entered = new EvictableClaim(giveWay);
    List<EvictableClaim> gone = new ArrayList<>();
    synchronized (this) {
      claims.add(entered);
      while (claims.size() > maxClaims) {
        gone.add(removeOldestBut(entered));
      }
    }
    gone.forEach(each -> each.onEvicted.run());
    return entered;
  }

  private boolean reserve(EvictableClaim evictableClaim, long total) {
    List<EvictableClaim> gone = new ArrayList<>();
    synchronized (this) {
      if (total > maxBytes || !claims.contains(evictableClaim)) {
        return false;
      }
      bytes += total - evictableClaim.held;
      evictableClaim.held = total;
      while (bytes > maxBytes) {
        gone.add(removeOldestBut(evictableClaim));
      }
    }
    gone.forEach(each -> each.onEvicted.run());
    return true;
  }

  /** There is another one: alone, the one that is to stay would be within the bounds. */
  private EvictableClaim removeOldestBut(EvictableClaim staying) {
    Iterator<EvictableClaim> oldest = claims.iterator();
    EvictableClaim first = oldest.next();
    EvictableClaim found = first == staying ? oldest.next() : first;
    release(found);
    return found;
  }

  private synchronized void release(EvictableClaim evictableClaim) {
    if (claims.remove(evictableClaim)) {
      bytes -= evictableClaim.held;
    }
  }

  synchronized int count() {
    return claims.size();
  }

  synchronized long bytes() {
    return bytes;
  }
}
