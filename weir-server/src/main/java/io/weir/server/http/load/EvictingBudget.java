// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http.load;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A budget for requests and heads without a valid key: when it is exhausted, the oldest claim is evicted. */
public final class EvictingBudget {
  /*
   * A client without a key can use any number of connections, so no part of a budget can be reserved for legitimate
   * clients. They differ in one respect: legitimate clients read their responses at once, and send their heads in one
   * go. What stays longest is not theirs.
   */

  private final int maxClaims;
  private final long maxBytes;

  /** The oldest first. Guarded by this. */
  private final Set<EvictableClaim> claims = new LinkedHashSet<>();

  /** Guarded by this. */
  private long bytes;

  /** Creates a budget for this many claims with this many bytes in total. */
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

  /** Adds a claim, which may be evicted at any time, on any thread. */
  public ResourceClaim enter(Runnable onEvicted) {
    EvictableClaim entered = new EvictableClaim(onEvicted);
    List<EvictableClaim> evicted = new ArrayList<>();
    synchronized (this) {
      claims.add(entered);
      while (claims.size() > maxClaims) {
        evicted.add(removeOldestBut(entered));
      }
    }
    evicted.forEach(each -> each.onEvicted.run());
    return entered;
  }

  private boolean reserve(EvictableClaim evictableClaim, long total) {
    List<EvictableClaim> evicted = new ArrayList<>();
    synchronized (this) {
      if (total > maxBytes || !claims.contains(evictableClaim)) {
        return false;
      }
      bytes += total - evictableClaim.held;
      evictableClaim.held = total;
      while (bytes > maxBytes) {
        evicted.add(removeOldestBut(evictableClaim));
      }
    }
    evicted.forEach(each -> each.onEvicted.run());
    return true;
  }

  /** There is always another claim: alone, {@code staying} would be within the budget. */
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
