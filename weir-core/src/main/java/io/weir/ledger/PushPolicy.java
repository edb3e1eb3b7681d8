// SPDX-License-Identifier: Apache-2.0
package io.weir.ledger;

/** The policies that decide which cells are pushed to other regions, and when. */
public enum PushPolicy {
  /**
   * Weir's own policy: a region does not push a cell only while all regions together, each without pushing, could not
   * have spent the limit. Usage is measured on the sliding window, so that this holds at every instant and not just
   * per cell.
   */
  WEIR(PushTerms.EQUAL_SHARE, 250, 500, false) {
    @Override
    public boolean isEligible(CellUsage s) {
      return s.isForeignKnown() || s.own().effective() >= s.limit().threshold();
    }

    @Override
    public boolean isDue(CellUsage s) {
      if (!s.isForeignKnown()) {
        return isHidingTooMuch(s) || isOverALine(s);
      }
      long step = shareOf(s.limit().headroom(), 2 * Math.max(1, s.limit().regions()));
      return s.own().count() - s.push().pushed() >= step
          || s.push().unpushedMillis() >= MAX_UNPUSHED_MILLIS;
    }

    /**
     * Another region that spends on the subject pushes as soon as it learns of this region, and then this region
     * learns of it. While that may be in progress, every share of the limit is pushed, so that little is hidden
     * however fast it grows. After that time without a push from another region, none spends on the subject; then a
     * window is pushed once.
     */
    private boolean isHidingTooMuch(CellUsage s) {
      boolean mayBeAnswered =
          s.push().pushed() == 0 || s.push().sincePushMillis() < MAX_RESPONSE_MILLIS;
      return s.own().hidden() >= s.limit().threshold() && mayBeAnswered;
    }

    /**
     * Whether the count crossed half of the limit, or all of it: a region that spends later should learn the
     * approximate count.
     */
    private boolean isOverALine(CellUsage s) {
      long whole = s.limit().amount();
      return isBetween(s, shareOf(whole, 2)) || isBetween(s, whole);
    }

    /** Whether the region has reached this count, and the ledger does not know that. */
    private boolean isBetween(CellUsage s, long count) {
      return s.push().pushed() < count && count <= s.own().count();
    }
  },

  /** As in the RFC: from half the limit on, every ten seconds. For comparison. */
  RFC(500, 10_000, 10_000, true) {
    @Override
    public boolean isEligible(CellUsage s) {
      return s.own().count() >= s.limit().threshold();
    }
  },

  /**
   * As the RFC's system does: from a fifth of the limit on, or once usage of another region is known. For comparison.
   */
  UPSTREAM(200, 5_000, 5_000, true) {
    @Override
    public boolean isEligible(CellUsage s) {
      return s.foreign().current() > 0 || s.own().count() >= s.limit().threshold();
    }
  };

  /** How long growth may stay unpushed once others are known to spend too. */
  private static final long MAX_UNPUSHED_MILLIS = 300;

  /**
   * How long a cell is left to another process that was not seen to push more of it: the longest duration of a push
   * and a pull.
   */
  public static final long LEAD_MILLIS = 900;

  /** The least time between two pushes of a process. */
  public static final long MIN_PUSH_GAP_MILLIS = 100;

  /** How long a reaction of another region may take: its pull, its push, and the pull here. */
  private static final long MAX_RESPONSE_MILLIS = 3_000;

  private final int floorPermille;
  private final long pushMillis;
  private final long pullMillis;
  private final boolean periodic;

  PushPolicy(int floorPermille, long pushMillis, long pullMillis, boolean periodic) {
    this.floorPermille = floorPermille;
    this.pushMillis = pushMillis;
    this.pullMillis = pullMillis;
    this.periodic = periodic;
  }

  /**
   * The numbers of a policy. Each policy has defaults; other values are for comparison, and must be the same in all
   * regions.
   *
   * @param floorPermille the part of a limit that a region may use before it pushes, in thousandths; 0 for one share
   *     of the limit for each region, but not more than half
   * @param pushMillis milliseconds between checks for cells that are due
   * @param pullMillis milliseconds between pulls
   */
  public record PushTerms(int floorPermille, long pushMillis, long pullMillis) {
    /** Divides the limit by the number of regions: what all of them hide together is less than the limit. */
    public static final int EQUAL_SHARE = 0;

    private static final int WHOLE = 1_000;

    public PushTerms {
      require("floorPermille", floorPermille, 0, WHOLE);
      require("pushMillis", pushMillis, 50, 600_000);
      require("pullMillis", pullMillis, 50, 600_000);
    }

    private static void require(String name, long value, long least, long most) {
      if (value < least || value > most) {
        throw new IllegalArgumentException(
            name + " must be " + least + " to " + most + ", but was " + value);
      }
    }

    /** The fraction of a limit that a region may use before it pushes. */
    public double floor(int regions) {
      return floorPermille == EQUAL_SHARE
          ? 1.0 / Math.max(2, regions)
          : (double) floorPermille / WHOLE;
    }

    /** The usage from which on a cell is pushed although no other region is known to spend: at least 1. */
    public long threshold(long limit, int regions) {
      if (floorPermille == EQUAL_SHARE) {
        return shareOf(limit, Math.max(2, regions));
      }
      long rest = limit % WHOLE * floorPermille;
      return Math.max(1, limit / WHOLE * floorPermille + (rest + WHOLE - 1) / WHOLE);
    }
  }

  /**
   * The state of a cell that a policy evaluates.
   *
   * @param own what this region admitted
   * @param foreign what other regions admitted
   * @param limit the subject's limit
   * @param push how much of the cell the ledger knows
   */
  public record CellUsage(
      RegionalUsage own, ForeignUsage foreign, LimitStatus limit, PushStatus push) {

    /** Whether another region is known to spend on the subject. */
    public boolean isForeignKnown() {
      return foreign.current() > 0 || foreign.previous() > 0;
    }

    /** Returns the usage with this much less in the cell, and in the sliding window. */
    public CellUsage without(long ofCount, long ofEffective) {
      RegionalUsage less = new RegionalUsage(
          own.count() - ofCount, own.effective() - ofEffective, own.hidden() - ofEffective);
      return new CellUsage(less, foreign, limit, push);
    }
  }

  /**
   * The admissions of this region, as far as the process knows.
   *
   * @param count the part in the cell
   * @param effective the region's part of the subject's sliding window
   * @param hidden the part of that which the ledger does not hold
   */
  public record RegionalUsage(long count, long effective, long hidden) {}

  /**
   * The admissions of other regions, as far as the process knows.
   *
   * @param current the part in the cell
   * @param previous the part in the previous cell
   */
  public record ForeignUsage(long current, long previous) {}

  /**
   * A subject's limit and what is left of it.
   *
   * @param amount the lowest limit seen on the subject
   * @param threshold the usage from which on a region pushes although no other is known to spend
   * @param headroom what all regions together could still spend, as far as known here
   * @param regions the number of regions
   */
  public record LimitStatus(long amount, long threshold, long headroom, int regions) {}

  /**
   * How much of a cell the ledger knows.
   *
   * @param pushed the count that the ledger is known to hold
   * @param unpushedMillis how long the cell has held more than that
   * @param sincePushMillis how long ago more of the subject was last pushed
   */
  public record PushStatus(long pushed, long unpushedMillis, long sincePushMillis) {}

  /**
   * The longest time until a region has pushed what its processes know, with these terms and once another region is
   * known to spend too: its longest interval, its longest delay, and the time for which processes wait for each other.
   */
  public long maxPushMillis(PushTerms agreed) {
    long pace = agreed.pushMillis() * 6 / 5; // including the maximum jitter
    return periodic ? pace : pace + MAX_UNPUSHED_MILLIS + LEAD_MILLIS + MIN_PUSH_GAP_MILLIS;
  }

  /** The longest time between two pulls, with these terms. */
  public long maxPullMillis(PushTerms agreed) {
    return agreed.pullMillis() * 6 / 5;
  }

  /** The policy's default numbers. */
  public PushTerms terms() {
    return new PushTerms(floorPermille, pushMillis, pullMillis);
  }

  /** Whether the cell belongs in the ledger at all. */
  public abstract boolean isEligible(CellUsage s);

  /** Whether an eligible cell that grew should be pushed now. */
  public boolean isDue(CellUsage s) {
    return true;
  }

  private static long shareOf(long amount, int parts) {
    return Math.max(1, amount / parts + (amount % parts == 0 ? 0 : 1));
  }

  /** Whether every pull reads everything, and nothing triggers the pusher early. */
  public boolean isPeriodic() {
    return periodic;
  }
}
