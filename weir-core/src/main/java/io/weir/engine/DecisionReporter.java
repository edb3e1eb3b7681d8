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

/** A builder and publisher of decisions: sets the verdict and the view, applies refusals, and calls the observer. */
final class DecisionReporter {
  private final ProcessContext processContext;
  private final @Nullable Region region;
  private final @Nullable World world;
  private final RegionPolicy regionPolicy;

  /** Null if there is no observer: then the decision need not escape the caller's frame. */
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

  /** The policy that determines when a check needs the region. */
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
   * Makes the subject strict if a fresher view of the region could help: not for a cost of 0, not for a cost above the
   * limit, and not if only the reservation of an undecided batch caused the refusal.
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

  /** The view that the decision is based on. */
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

  /** The view of a process without a region. */
  View localView() {
    return world == null
        ? View.STANDALONE
        : new View(
            DecisionSource.LOCAL, false, View.UNKNOWN, world.asOf(), 0, 0, world.foreignExposure());
  }

  /** Passes the decision to the observer, if there is one, and returns it. */
  Decision report(Decision decision) {
    if (observer != null) {
      observer.onDecision(decision);
    }
    return decision;
  }
}
