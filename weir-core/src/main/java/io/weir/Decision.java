// SPDX-License-Identifier: Apache-2.0
package io.weir;

import io.weir.window.AdmissionLog.TrailingUsage;
import io.weir.window.Evaluation;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The answer to a check. */
public final class Decision {
  /*
   * Holds the inputs that were seen and the verdict; everything else is computed from them when asked. A flat class and
   * not a sealed pair of records, because only then can the compiler remove it where a caller asks allowed() alone. For
   * the same reason it holds the inputs one by one and not the evaluation: an object that leads to another one is
   * allocated, and so is the other.
   */

  /** How the verdict came about. */
  public enum Verdict {
    /** The cost fits, and was counted. */
    ALLOWED,
    /** The cost does not fit. */
    REFUSED,
    /** The region could not be asked, and the limit is open when degraded. */
    ALLOWED_UNSEEN,
    /** The region could not be asked, and the limit is closed when degraded. */
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

  /** For the engine: a verdict on what was seen in an ordinary window. */
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

  /** For the engine: a verdict on what was seen in a window of either kind. */
  public static Decision of(Evaluation seen, Verdict verdict, View view) {
    return seen.trailing() == null
        ? new Decision(seen, verdict, view)
        : new Decision(seen, Others.with(seen.trailing(), seen), verdict, view);
  }

  /**
   * How the counts of other processes and regions came to be known.
   *
   * @param source whether the origin was asked for this decision
   * @param degraded whether the region should have been asked but could not be
   * @param regionalAsOf Unix milliseconds up to which the siblings' counts are known, or {@link #UNKNOWN}
   * @param foreignAsOf Unix milliseconds up to which the foreign counts are known, or {@link #UNKNOWN}
   * @param backOffMillis when degraded, how long until the region is asked again
   * @param siblingsUnseen what the other processes of the region are taken to have spent since they were last heard of
   * @param foreignExposure what other regions may keep to themselves
   */
  public record View(
      DecisionSource source,
      boolean degraded,
      long regionalAsOf,
      long foreignAsOf,
      long backOffMillis,
      long siblingsUnseen,
      ForeignExposure foreignExposure) {

    /** Nothing was ever heard, or there is nobody to hear from. A number, because every shared decision carries it. */
    public static final long UNKNOWN = Long.MIN_VALUE;

    /** A process on its own: its counts are the truth. */
    public static final View STANDALONE =
        new View(DecisionSource.LOCAL, false, UNKNOWN, UNKNOWN, 0, 0, ForeignExposure.NONE);
  }

  /**
   * What other regions may keep to themselves.
   *
   * @param hiddenShare the part of a limit that all of them together may spend before the first of them tells
   * @param pushMillis how long it takes a region, once it tells, from an admission to the ledger
   */
  public record ForeignExposure(double hiddenShare, long pushMillis) {
    /** There is no other region. */
    public static final ForeignExposure NONE = new ForeignExposure(0, 0);
  }

  /** Whether the check may go ahead. In a refused batch: whether this check by itself would fit. */
  public boolean allowed() {
    return verdict != Verdict.REFUSED && verdict != Verdict.REFUSED_UNSEEN;
  }

  /** How the answer came about. */
  public Verdict verdict() {
    return verdict;
  }

  /** The limit that was applied. */
  public long limit() {
    return limit;
  }

  /** What the check asked to spend; for a refused check of a batch, with the earlier ones of its subject. */
  public long cost() {
    return cost;
  }

  /** What can still be spent: after this cost when it was counted, else the untouched head-room. */
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

  /** Whether the region's origin was asked for this decision. */
  public DecisionSource source() {
    return view.source();
  }

  /** Whether the region should have been asked but could not be, so that this process decided by itself. */
  public boolean degraded() {
    return view.degraded();
  }

  /**
   * By how much the limit may be exceeded after this answer, because of what others spent and this process had not heard
   * of: 0 for a refusal, and for a process on its own. See {@link Explanation#unseen}.
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

  /** What was seen beside this process's own counts, and their instants under an exact window. Apart, because it is mostly nothing, and decisions are many. */
  private record Others(
      long siblings,
      long foreign,
      long speculative,
      long previousSiblings,
      long previousForeign,
      long previousSpeculative,
      @Nullable TrailingUsage trailing) {

    /** Null when nothing was seen. */
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

    /** Under an exact window. Not shared with the way above: what is seen there must not be passed on. */
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
