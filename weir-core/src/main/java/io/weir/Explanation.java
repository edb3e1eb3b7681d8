// SPDX-License-Identifier: Apache-2.0
package io.weir;

import io.weir.window.Evaluation;
import io.weir.window.Window;
import java.util.OptionalLong;

/** The reasons for a decision: each input, its age, and the sum, as values and as one readable line. */
public final class Explanation {

  /**
   * The counts of one fixed window.
   *
   * @param own cost that this process admitted
   * @param siblings cost that other processes of the region admitted
   * @param foreign cost that other regions admitted
   * @param speculative cost held by undecided batches
   */
  public record CountsByOrigin(long own, long siblings, long foreign, long speculative) {}

  /** How many times faster than average others may spend for a moment, as they do when a limit is nearly used up. */
  private static final int BURST_FACTOR = 2;

  private final Decision decision;
  private final Evaluation seen;
  private final Decision.View view;

  Explanation(Decision decision, Evaluation seen, Decision.View view) {
    this.decision = decision;
    this.seen = seen;
    this.view = view;
  }

  /** Unix milliseconds at which the check was decided. */
  public long epochMillis() {
    return seen.epochMillis();
  }

  /** Unix milliseconds at which the current fixed window began. */
  public long startMillis() {
    return seen.start();
  }

  /** The window's length in milliseconds. */
  public long durationMillis() {
    return seen.duration();
  }

  /** Milliseconds into the current window. */
  public long elapsedMillis() {
    return seen.elapsed();
  }

  /** The cost of the check. */
  public long cost() {
    return seen.cost();
  }

  /** The counts of the current window before this check. */
  public CountsByOrigin current() {
    return new CountsByOrigin(seen.own(), seen.siblings(), seen.foreign(), seen.speculative());
  }

  /** The counts of the previous window. */
  public CountsByOrigin previous() {
    return new CountsByOrigin(
        seen.previousOwn(),
        seen.previousSiblings(),
        seen.previousForeign(),
        seen.previousSpeculative());
  }

  /** Whether the limit has an exact window. */
  public boolean isExactWindow() {
    return seen.trailing() != null;
  }

  /**
   * What the previous window still contributed: its count times the fraction that the sliding window covers; in an
   * exact window, the part that was spent, or may have been spent, within the last duration.
   */
  public long carried() {
    return seen.carried();
  }

  /** What the sliding window would hold with this cost: allowed if it is at most the limit. */
  public long effective() {
    return seen.effective();
  }

  /** How old the siblings' counts may be, in milliseconds; empty without an origin. */
  public OptionalLong regionalAgeMillis() {
    return age(view.regionalAsOf());
  }

  /** How old the foreign counts may be, in milliseconds; empty without a ledger. */
  public OptionalLong foreignAgeMillis() {
    return age(view.foreignAsOf());
  }

  /**
   * What others may have spent that this decision did not see. For siblings: each as much as this process has not
   * published. For other regions: their observed pace, applied to the time since their counts were read plus the time
   * until they push; or, while none was seen or a window is young, what all of them may hide. An estimate from what
   * this process knows, which holds as long as others spend no faster than before. docs/consistency.md says how often
   * it held.
   */
  public long unseen() {
    return Window.plus(view.siblingsUnseen(), foreignUnseen());
  }

  private long foreignUnseen() {
    long hidden = (long) (view.foreignExposure().hiddenShare() * seen.limit());
    if (seen.foreign() == 0 && seen.previousForeign() == 0) {
      return hidden;
    }
    long lag =
        Window.plus(view.foreignExposure().pushMillis(), foreignAgeMillis().orElse(0));
    // The known counts of others were spent before the lag, in less time than has passed since the
    // window began. If hardly any time had passed by then, their pace is unknown.
    long spentIn = Math.max(seen.elapsed() - lag, seen.elapsed() / 4);
    double pace = Math.max(
        (double) seen.foreign() / Math.max(1, spentIn),
        (double) seen.previousForeign() / seen.duration());
    long grown = (long) Math.ceil(BURST_FACTOR * pace * lag);
    boolean mayStillHide = seen.elapsed() < 2 * lag;
    return mayStillHide ? Math.max(hidden, grown) : grown;
  }

  /** By how much the limit may be exceeded after this decision: 0 for a refusal. */
  public long possibleExcess() {
    return decision.allowed() && seen.cost() > 0
        ? Math.max(0, Window.plus(seen.effective(), unseen()) - seen.limit())
        : 0;
  }

  /** Returns the whole sum in one line. */
  @Override
  public String toString() {
    return decision.verdict()
        + ": current " + seen.current() + formatWithAges(current())
        + " + carried " + seen.carried() + " ("
        + (isExactWindow() ? "spent in the last " : (seen.duration() - seen.elapsed()) + "/")
        + seen.duration() + (isExactWindow() ? " ms" : "")
        + " of previous " + seen.previous() + format(previous()) + ")"
        + " + cost " + seen.cost() + " = " + seen.effective()
        + (seen.fits()
            ? ", within limit "
            : seen.limit() == 0 ? ", refused by limit " : ", above limit ")
        + seen.limit()
        + (view.degraded() ? "; degraded: origin unavailable" : "")
        + (unseen() == 0
            ? ""
            : "; other processes may have spent " + unseen() + " more, not yet imported");
  }

  private String formatWithAges(CountsByOrigin countsByOrigin) {
    return " [own " + countsByOrigin.own()
        + ", siblings " + countsByOrigin.siblings() + formatAge(regionalAgeMillis())
        + ", foreign " + countsByOrigin.foreign() + formatAge(foreignAgeMillis())
        + ", speculative " + countsByOrigin.speculative() + "]";
  }

  private static String format(CountsByOrigin countsByOrigin) {
    return " [own " + countsByOrigin.own() + ", siblings " + countsByOrigin.siblings()
        + ", foreign " + countsByOrigin.foreign() + ", speculative " + countsByOrigin.speculative()
        + "]";
  }

  private OptionalLong age(long asOfMillis) {
    return asOfMillis == Decision.View.UNKNOWN
        ? OptionalLong.empty()
        : OptionalLong.of(Math.max(0, seen.epochMillis() - asOfMillis));
  }

  private static String formatAge(OptionalLong millis) {
    return millis.isPresent() ? " (" + millis.getAsLong() + " ms old)" : "";
  }
}
