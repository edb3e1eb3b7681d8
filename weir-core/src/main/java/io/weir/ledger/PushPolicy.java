// SPDX-License-Identifier: Apache-2.0
package io.weir.ledger;

import io.weir.window.Window;

/** Which cells are worth telling other regions of, and when. */
public enum PushPolicy {
  /**
   * Weir's own: a region stays silent only while all regions together, each as silent, could not have spent the limit.
   * Usage is measured on the sliding window, so that the claim holds at every instant and not just per cell.
   */
  WEIR(250, 1_000, false) {
    @Override
    public long threshold(long limit, int regions) {
      return shareOf(limit, Math.max(2, regions));
    }

    @Override
    public boolean isEligible(Standing s) {
      return isForeignKnown(s) || s.effective() >= threshold(s.limit(), s.regions());
    }

    @Override
    public boolean isDue(Standing s) {
      if (!isForeignKnown(s)) {
        return s.known() == 0 || s.count() >= Window.plus(s.known(), s.known());
      }
      long step = shareOf(s.headroom(), 2 * Math.max(1, s.regions()));
      return s.count() - s.known() >= step || s.untoldMillis() >= PATIENCE_MILLIS;
    }

    private boolean isForeignKnown(Standing s) {
      return s.foreign() > 0 || s.foreignBefore() > 0;
    }
  },

  /** As in the RFC: from half the limit on, every ten seconds. Kept for comparison. */
  RFC(10_000, 10_000, true) {
    @Override
    public long threshold(long limit, int regions) {
      return shareOf(limit, 2);
    }

    @Override
    public boolean isEligible(Standing s) {
      return s.count() >= threshold(s.limit(), s.regions());
    }
  },

  /** As the RFC's system does today: from a fifth of the limit on, or once another region is heard of. For comparison. */
  UPSTREAM(5_000, 5_000, true) {
    @Override
    public long threshold(long limit, int regions) {
      return shareOf(limit, 5);
    }

    @Override
    public boolean isEligible(Standing s) {
      return s.foreign() > 0 || s.count() >= threshold(s.limit(), s.regions());
    }
  };

  /** How long growth may stay untold once others are known to spend too. */
  private static final long PATIENCE_MILLIS = 500;

  private final long pushMillis;
  private final long pullMillis;
  private final boolean plain;

  PushPolicy(long pushMillis, long pullMillis, boolean plain) {
    this.pushMillis = pushMillis;
    this.pullMillis = pullMillis;
    this.plain = plain;
  }

  /**
   * What a policy judges a cell by.
   *
   * @param count what the region admitted into the cell
   * @param effective what the region has of the subject's sliding window
   * @param foreign what other regions have in the cell
   * @param foreignBefore what they have in the cell before it
   * @param limit the lowest limit seen on the subject
   * @param headroom what the whole world could still spend, as far as known here
   * @param regions how many regions there are
   * @param known what the ledger is known to hold
   * @param untoldMillis how long the cell has held more than that
   */
  public record Standing(
      long count,
      long effective,
      long foreign,
      long foreignBefore,
      long limit,
      long headroom,
      int regions,
      long known,
      long untoldMillis) {}

  /** The usage from which on a cell is published although nobody else is known to spend: at least 1. */
  public abstract long threshold(long limit, int regions);

  /** Whether the cell belongs in the ledger at all. */
  public abstract boolean isEligible(Standing s);

  /** Whether an eligible cell that grew should be pushed now. */
  public boolean isDue(Standing s) {
    return true;
  }

  private static long shareOf(long amount, int parts) {
    return Math.max(1, amount / parts + (amount % parts == 0 ? 0 : 1));
  }

  /** Milliseconds between looks at which cells are due. */
  public long pushMillis() {
    return pushMillis;
  }

  /** Milliseconds between pulls. */
  public long pullMillis() {
    return pullMillis;
  }

  /** Whether every pull reads everything, and nothing wakes the pusher before its time. */
  public boolean isPlain() {
    return plain;
  }
}
