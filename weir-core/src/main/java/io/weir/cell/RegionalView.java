// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import io.weir.window.Evaluation;
import io.weir.window.Window;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The state of a subject's view of its region: how far it may be trusted, and how much this process published
 * recently. A base class instead of a field, because there are many subjects and every object costs memory.
 */
abstract sealed class RegionalView extends UnseenSpending permits SubjectIdentity {
  /**
   * A refusal renews the strict deadline at most this often, so that a flood of refusals does not contend for one
   * cache line.
   */
  private static final long STRICT_RENEWAL_MILLIS = 1_000;

  private static final VarHandle READING;

  static {
    try {
      READING = MethodHandles.lookup().findVarHandle(RegionalView.class, "reading", Object.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Until this instant an allow needs a fresh regional view. Written by refusals; a lost race costs one renewal. */
  private volatile long strictUntil = Long.MIN_VALUE;

  /** Twice the instant until which the regional view may be trusted, plus 1 if it is degraded; 0 while cold. */
  private volatile long trust;

  /** How many new units the latest publish of the current window contained. Written under the monitor. */
  private volatile long lastPublished;

  /** The origin read in flight, shared by all checks that wait for it. Claimed by compare-and-set. */
  private volatile @Nullable Object reading;

  /**
   * An answer of the region to a publish of the current window.
   *
   * @param newUnits how many units of the publish the region did not know
   * @param siblings the siblings' count after the answer
   * @param others the number of other processes
   * @param epochMillis the time of the answer
   * @param recentMillis for how long, at least, the answer counts as recent
   */
  public record PublishedCount(
      long newUnits, long siblings, int others, long epochMillis, int recentMillis) {}

  /** Makes every allow until {@code until} need a fresh regional view. True when the deadline moved. */
  public boolean makeStrict(long until) {
    if (until - strictUntil < STRICT_RENEWAL_MILLIS && strictUntil != Long.MIN_VALUE) {
      return false;
    }
    strictUntil = until;
    return true;
  }

  /** Until when an allow needs a fresh regional view. */
  public long strictUntil() {
    return strictUntil;
  }

  /** Whether an allow needs a fresh regional view at this instant. */
  public boolean isStrict(long epochMillis) {
    return epochMillis < strictUntil;
  }

  /** How many new units the latest publish contained. */
  public long lastPublished() {
    return lastPublished;
  }

  /**
   * How much the other processes are assumed to have spent unseen: each as much as this one spent since a recent
   * answer of the region, less what was imported from them after that answer; and at least as much as the latest
   * publish contained plus what is unpublished.
   */
  final long unseen(Evaluation e, long unpublished) {
    long least = Window.times(Window.plus(lastPublished, unpublished), e.others());
    return Math.max(least, sinceRecentAnswers(e, unpublished));
  }

  /** Records an answer of the region about the current window. */
  final synchronized void published(PublishedCount publishedCount) {
    addAnswer(publishedCount);
    lastPublished = publishedCount.newUnits();
  }

  /**
   * Whether the view may be used as it is: known, not degraded, not too old, and not from before the clock was set
   * back.
   */
  public boolean isFresh(long epochMillis, long longest) {
    long seen = trust;
    long left = (seen >> 1) - epochMillis;
    return (seen & 1) == 0 && left > 0 && left <= longest;
  }

  /** Whether this process has never had a regional view of the subject. */
  public boolean isCold() {
    return trust == 0;
  }

  /** Whether the last attempt to get a regional view failed. */
  public boolean isDegraded() {
    return (trust & 1) != 0;
  }

  /** Until when the view is fresh. If it is degraded, until when the origin is not read again. */
  public long trustedUntil() {
    return trust >> 1;
  }

  /**
   * Records a successful view as of this instant. Keeps an earlier trust that lasts longer, unless a clock was set
   * back since.
   */
  public void trust(long asOf, long millis) {
    long until = asOf + millis;
    long seen = trust;
    if ((seen & 1) != 0 || until > seen >> 1 || (seen >> 1) - until > millis) {
      trust = until << 1;
    }
  }

  /** Records that no view could be read: decide locally until this instant, then read again. */
  public void degradeUntil(long until) {
    trust = until << 1 | 1;
  }

  /** The read in flight, if any. */
  public @Nullable Object pendingRead() {
    return reading;
  }

  /** Registers this as the only read in flight. False if there already is one. */
  public boolean tryBeginRead(Object claim) {
    return READING.compareAndSet(this, null, claim);
  }

  /** Removes the finished read. */
  public void endRead() {
    reading = null;
  }
}
