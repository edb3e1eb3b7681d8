// SPDX-License-Identifier: Apache-2.0
package io.weir;

import io.weir.window.AdmissionLog.TrailingUsage;
import io.weir.window.Evaluation;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The answer to a check. */
public final class Decision {
  /*
   * Holds the inputs and the verdict; everything else is computed from them on demand. A flat class instead of a
   * sealed pair of records, because only then can the compiler remove it where a caller only calls allowed(). For the
   * same reason it copies the inputs instead of referencing the evaluation: an object that references another one is
   * allocated, and so is the other.
   */

  /** The outcome of a check, and why. */
  public enum Verdict {
    /** The cost fits, and was counted. */
    ALLOWED,
    /** The cost does not fit. */
    REFUSED,
    /** The region was unavailable, and the limit is open when degraded. */
    ALLOWED_UNSEEN,
    /** The region was unavailable, and the limit is closed when degraded. */
    REFUSED_UNSEEN,
    /** The cost fits, but another check of its batch does not; nothing was counted. */
    FITS_UNCOUNTED
  }

  private final long limit;
  private final long duration;
  private final long cost;
  private final long epochMillis;
  private final long start;
  private final long own;
  private final long previousOwn;
  private final @Nullable Others others;
  private final Verdict verdict;
  private final View view;

  /** Creates a decision in an ordinary window. For the engine. */
  public Decision(Evaluation seen, Verdict verdict, View view) {
    this(seen, Others.in(seen), verdict, view);
  }

  private Decision(Evaluation seen, @Nullable Others others, Verdict verdict, View view) {
    this.limit = seen.limit();
    this.duration = seen.duration();
    this.cost = seen.cost();
    this.epochMillis = seen.epochMillis();
    this.start = seen.start();
    this.own = seen.own();
    this.previousOwn = seen.previousOwn();
    this.others = others;
    this.verdict = verdict;
    this.view = view;
  }

  /** Creates a decision in a window of either kind. For the engine. */
  public static Decision of(Evaluation seen, Verdict verdict, View view) {
    return seen.trailing() == null
        ? new Decision(seen, verdict, view)
        : new Decision(seen, Others.with(seen.trailing(), seen), verdict, view);
  }

  /**
   * The state of this process's knowledge of other processes and regions.
   *
   * @param source whether the origin was read for this decision
   * @param degraded whether the region was needed but unavailable
   * @param regionalAsOf Unix milliseconds up to which the siblings' counts are known, or {@link #UNKNOWN}
   * @param foreignAsOf Unix milliseconds up to which the foreign counts are known, or {@link #UNKNOWN}
   * @param backOffMillis when degraded, how long until the region is read again
   * @param siblingsUnseen what the other processes of the region are assumed to have spent since their counts were
   *     last imported
   * @param foreignExposure what other regions may spend without pushing it
   */
  public record View(
      DecisionSource source,
      boolean degraded,
      long regionalAsOf,
      long foreignAsOf,
      long backOffMillis,
      long siblingsUnseen,
      ForeignExposure foreignExposure) {

    /**
     * The value for "nothing was ever imported" and "there is no source". A number, because every shared decision
     * contains it.
     */
    public static final long UNKNOWN = Long.MIN_VALUE;

    /** The view of a process without stores: its counts are complete. */
    public static final View STANDALONE =
        new View(DecisionSource.LOCAL, false, UNKNOWN, UNKNOWN, 0, 0, ForeignExposure.NONE);
  }

  /**
   * What other regions may spend without pushing it.
   *
   * @param hiddenShare the fraction of a limit that all of them together may spend before the first of them pushes
   * @param pushMillis how long it takes a region that pushes from an admission to the ledger
   */
  public record ForeignExposure(double hiddenShare, long pushMillis) {
    /** The exposure without other regions. */
    public static final ForeignExposure NONE = new ForeignExposure(0, 0);
  }

  /** Whether the check is allowed. In a refused batch: whether this check by itself would fit. */
  public boolean allowed() {
    return verdict != Verdict.REFUSED && verdict != Verdict.REFUSED_UNSEEN;
  }

  /** The outcome of the check, and why. */
  public Verdict verdict() {
    return verdict;
  }

  /** The limit that was applied. */
  public long limit() {
    return limit;
  }

  /** The cost of the check; for a refused check of a batch, with the earlier ones of its subject. */
  public long cost() {
    return cost;
  }

  /** What can still be spent: after this cost if it was counted, else without it. */
  public long remaining() {
    boolean counted = verdict == Verdict.ALLOWED || verdict == Verdict.ALLOWED_UNSEEN;
    return counted ? Math.max(0, limit - seen().effective()) : seen().headroom();
  }

  /** Unix milliseconds at which the current fixed window ends. A refused check may have to wait longer, or less. */
  public long resetMillis() {
    return seen().reset();
  }

  /**
   * Milliseconds until this cost would be allowed if nothing else were spent meanwhile: 0 when allowed, empty when it
   * never will be because it exceeds the limit.
   */
  public OptionalLong retryAfterMillis() {
    if (allowed()) {
      return OptionalLong.of(0);
    }
    return verdict == Verdict.REFUSED_UNSEEN
        ? OptionalLong.of(Math.max(1, view.backOffMillis()))
        : seen().retryAfter();
  }

  /** Whether the region's origin was read for this decision. */
  public DecisionSource source() {
    return view.source();
  }

  /** Whether the region was needed but unavailable, so that this process decided locally. */
  public boolean degraded() {
    return view.degraded();
  }

  /**
   * By how much the limit may be exceeded after this answer, because of usage by others that this process had not
   * imported: 0 for a refusal, and for a process without stores. See {@link Explanation#unseen}.
   */
  public long possibleExcess() {
    return explain().possibleExcess();
  }

  /** The arithmetic behind the answer, with every input and its age. */
  public Explanation explain() {
    return new Explanation(this, seen(), view);
  }

  private Evaluation seen() {
    Evaluation seen = new Evaluation(limit, duration, cost, epochMillis);
    seen.startsAt(start);
    if (others == null) {
      seen.recordCurrent(own, 0, 0, 0);
      seen.recordPrevious(previousOwn, 0, 0, 0);
    } else {
      seen.recordCurrent(own, others.siblings, others.foreign, others.speculative);
      seen.recordPrevious(
          previousOwn, others.previousSiblings, others.previousForeign, others.previousSpeculative);
      seen.recordTrailing(others.trailing);
    }
    return seen;
  }

  /**
   * The counts of others, and the instants under an exact window. In a separate object, because decisions are many and
   * this is mostly empty.
   */
  private record Others(
      long siblings,
      long foreign,
      long speculative,
      long previousSiblings,
      long previousForeign,
      long previousSpeculative,
      @Nullable TrailingUsage trailing) {

    /** Returns the counts of others, or null if there are none. */
    static @Nullable Others in(Evaluation seen) {
      long any = seen.siblings()
          | seen.foreign()
          | seen.speculative()
          | seen.previousSiblings()
          | seen.previousForeign()
          | seen.previousSpeculative();
      return any == 0
          ? null
          : new Others(
              seen.siblings(),
              seen.foreign(),
              seen.speculative(),
              seen.previousSiblings(),
              seen.previousForeign(),
              seen.previousSpeculative(),
              null);
    }

    /**
     * Returns the counts of others under an exact window. Does not share code with the method above: the evaluation
     * must not escape there.
     */
    static Others with(@Nullable TrailingUsage trailingUsage, Evaluation seen) {
      return new Others(
          seen.siblings(),
          seen.foreign(),
          seen.speculative(),
          seen.previousSiblings(),
          seen.previousForeign(),
          seen.previousSpeculative(),
          trailingUsage);
    }
  }

  @Override
  public String toString() {
    return "Decision[" + verdict + ", limit=" + limit() + ", remaining=" + remaining() + ", reset="
        + resetMillis() + ", retryAfter=" + retryAfterMillis() + (degraded() ? ", degraded" : "")
        + "]";
  }
}
