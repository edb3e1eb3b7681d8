// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

import io.weir.WhenDegraded;
import io.weir.cell.Subject;
import io.weir.region.Region;
import io.weir.window.Evaluation;
import io.weir.window.Window;
import org.jspecify.annotations.Nullable;

/**
 * The rules for checks in a region: whether to read the region first, how much other processes may have spent unseen,
 * and what is allowed while the region is unavailable.
 */
final class RegionPolicy {
  private final @Nullable Region region;

  /** How long a regional view is fresh, and how long the region is not read again after a failed read. */
  private final long freshMillis;

  private final long retryMillis;

  /** Creates the policy for this region; null for a process without one. */
  RegionPolicy(@Nullable Region region) {
    this.region = region;
    this.freshMillis = region == null ? 0 : region.freshMillis();
    this.retryMillis = region == null ? 0 : region.retryMillis();
  }

  /** Whether the region was read for this decision, and whether it answered. */
  enum ReadResult {
    NOT_READ,
    ANSWERED,
    FAILED
  }

  /** The result of a finished read of this subject. */
  static ReadResult readResult(Subject subject) {
    return subject.isDegraded() || subject.isCold() ? ReadResult.FAILED : ReadResult.ANSWERED;
  }

  /** What must happen before this check can be decided. */
  Need need(Subject subject, Evaluation e) {
    long now = e.epochMillis();
    boolean isStrict = subject.isStrict(now) && e.cost() > 0; // a cost of 0 spends nothing
    boolean isExact = region != null && region.needsFreshView(e);
    if (subject.isFresh(now, freshMillis) && !isStrict && !isExact) {
      return Need.NOTHING;
    }
    boolean backingOff = isBackingOff(subject, now);
    if (!subject.look(e)) {
      return Need.GONE;
    }
    if (!e.fitsCommitted()) {
      return backingOff
          ? Need.DEGRADED
          : Need.NOTHING; // counts only grow: the region would refuse too
    }
    if (backingOff) {
      return Need.DEGRADED;
    }
    boolean isTooOld = isStrict && region != null && region.isTooOldForStrict(subject, e);
    if (subject.isCold() || subject.isDegraded() || isExact || isTooOld) {
      return Need.READ;
    }
    if (subject.isFresh(now, freshMillis)) {
      return Need.NOTHING;
    }
    return e.headroom() < Math.max(e.cost(), e.limit() / 10) ? Need.READ : Need.REFRESH;
  }

  /** Whether a read of this subject failed so recently that the region is not read again yet. */
  boolean isBackingOff(Subject subject, long epochMillis) {
    long left = subject.trustedUntil() - epochMillis;
    return subject.isDegraded() && left > 0 && left <= retryMillis; // more: the clock was set back
  }

  /** Adds to the evaluation what other processes may be spending unseen. After a read, the view counts as recent. */
  Evaluation besideOthers(Evaluation e, Subject subject, boolean afterRead) {
    if (region == null) {
      return e;
    }
    int others = region.otherProcesses();
    int recently = others == 0 ? 0 : region.recentMillis();
    long age = e.epochMillis() - (subject.trustedUntil() - freshMillis);
    return e.besideOthers(
        others, others != 0 && !afterRead && (age > recently || age < 0), recently);
  }

  /**
   * The limit to apply while the region is unavailable. In SHARE mode: the known spending of other processes plus this
   * process's share, but never more than the limit.
   */
  long allowance(Subject subject, Evaluation e, WhenDegraded choice) {
    if (choice != WhenDegraded.SHARE || region == null || e.limit() == 0) {
      return e.limit();
    }
    Evaluation seen = e.costing(0);
    if (!(e.isExact() && subject.look(seen))) {
      subject.peek(seen);
    }
    long share = Math.max(1, e.limit() / (region.otherProcesses() + 1));
    return Math.min(e.limit(), Window.plus(share, seen.spentByOthers()));
  }
}
