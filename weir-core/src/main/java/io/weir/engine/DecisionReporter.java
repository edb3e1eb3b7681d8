// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

import io.weir.Decision;
import io.weir.Decision.ForeignExposure;
import io.weir.Decision.Verdict;
import io.weir.Decision.View;
import io.weir.DecisionSource;
import io.weir.Event;
import io.weir.Observer;
import io.weir.WhenDegraded;
import io.weir.cell.AdmitResult;
import io.weir.cell.Subject;
import io.weir.engine.RegionPolicy.ReadResult;
import io.weir.process.ProcessContext;
import io.weir.region.Region;
import io.weir.window.Evaluation;
import io.weir.world.World;
import org.jspecify.annotations.Nullable;

/** What a decision says and who hears of it: the verdict, the view it was based on, and the effect of a refusal. */
final class DecisionReporter {
  private final ProcessContext processContext;
  private final @Nullable Region region;
  private final @Nullable World world;
  private final RegionPolicy regionPolicy;

  /** Null when nobody listens: then the decision need not leave the caller's frame. */
  private final @Nullable Observer observer;

  DecisionReporter(
      ProcessContext processContext,
      @Nullable Region region,
      @Nullable World world,
      @Nullable Observer observer) {
    this.processContext = processContext;
    this.region = region;
    this.world = world;
    this.regionPolicy = new RegionPolicy(region);
    this.observer = observer;
  }

  /** How the region bears on the checks that are reported. */
  RegionPolicy regionPolicy() {
    return regionPolicy;
  }

  static Verdict verdict(AdmitResult admitResult, WhenDegraded choice, Evaluation e) {
    if (admitResult == AdmitResult.ADMITTED) {
      return choice == WhenDegraded.OPEN ? Verdict.ALLOWED_UNSEEN : Verdict.ALLOWED;
    }
    return choice == WhenDegraded.CLOSED && e.fits() ? Verdict.REFUSED_UNSEEN : Verdict.REFUSED;
  }

  /**
   * Makes the subject strict, if knowing more of the region could help: not for a look, not for a cost that no count
   * would let pass, and not when only an undecided batch was in the way.
   */
  void recordRefusal(Subject subject, Evaluation e) {
    if (region == null
        || region.isExclusive()
        || e.cost() == 0
        || e.cost() > e.limit()
        || e.fitsCommitted()) {
      return;
    }
    if (subject.makeStrict(e.epochMillis() + Region.strictMillis(e.duration()))) {
      processContext.observer().onEvent(Event.STRICT_ACTIVATED, 1);
    }
  }

  /** What the decision is based on. */
  View view(Subject subject, Evaluation e, ReadResult readResult) {
    if (region == null) {
      return localView();
    }
    boolean degraded = readResult == ReadResult.FAILED;
    long until = subject.trustedUntil();
    return new View(
        readResult == ReadResult.ANSWERED ? DecisionSource.ORIGIN : DecisionSource.LOCAL,
        degraded,
        degraded || subject.isCold() ? View.UNKNOWN : until - region.freshMillis(),
        world == null ? View.UNKNOWN : world.asOf(),
        subject.isDegraded() ? Math.max(0, until - e.epochMillis()) : 0,
        subject.unseen(regionPolicy.besideOthers(e, subject, true)),
        world == null ? ForeignExposure.NONE : world.foreignExposure());
  }

  /** The same for a process without a region. */
  View localView() {
    return world == null
        ? View.STANDALONE
        : new View(
            DecisionSource.LOCAL, false, View.UNKNOWN, world.asOf(), 0, 0, world.foreignExposure());
  }

  /** Tells the observer, if there is one, and returns the decision. */
  Decision report(Decision decision) {
    if (observer != null) {
      observer.onDecision(decision);
    }
    return decision;
  }
}
