// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

import io.weir.Decision;
import io.weir.Decision.ForeignExposure;
import io.weir.Decision.Verdict;
import io.weir.Decision.View;
import io.weir.DecisionSource;
import io.weir.Event;
import io.weir.LimitPolicy;
import io.weir.Observer;
import io.weir.WhenDegraded;
import io.weir.cell.AdmitResult;
import io.weir.cell.Subject;
import io.weir.process.ProcessContext;
import io.weir.region.Region;
import io.weir.time.EpochClock;
import io.weir.window.Evaluation;
import io.weir.window.Window;
import io.weir.world.World;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The way of one check: from a question to a decision. */
final class Decider {
  /*
   *  find the subject ── trusted? ──yes──────────────────────────────────────────► admit
   *                        │ no
   *                        ├─ committed counts refuse already ──► refuse          (no read could change the answer)
   *                        ├─ cold, or strict on an old view ───► read, then admit
   *                        ├─ stale, little head-room ──────────► read, then admit
   *                        ├─ stale, much head-room ────────────► read aside, admit now
   *                        └─ a read just failed ───────────────► decide as the limit says for degraded times
   *
   *  admit ── fits what is known, but would not if each of the others had spent as much unseen as this process did lately;
   *           or is more than a first check or a little on a view that is not quite new
   *           ──► read (which also tells), then admit; if that is still so, pause and read again. So the last units of a
   *           limit are not spent once per process.
   *
   * A process without an origin has nobody to ask: it admits at once.
   */

  private final ProcessContext processContext;
  private final EpochClock clock;
  private final @Nullable Region region;
  private final @Nullable World world;

  /** How long a regional view is good for, and how long the region is not asked after a read that failed. */
  private final long freshMillis;

  private final long retryMillis;

  /** Null when nobody wants to hear of decisions: then the decision need not leave the caller's frame. */
  private final @Nullable Observer observer;

  /** Set once, by the engine's close(). */
  private volatile boolean closed;

  /** Whether the shortest way will do: open, with nobody to ask and nobody who listens. One load instead of four. */
  private volatile boolean isStandalone;

  Decider(
      ProcessContext processContext,
      @Nullable Region region,
      @Nullable World world,
      @Nullable Observer observer) {
    this.processContext = processContext;
    this.clock = processContext.clock();
    this.region = region;
    this.world = world;
    this.freshMillis = region == null ? 0 : region.freshMillis();
    this.retryMillis = region == null ? 0 : region.retryMillis();
    this.observer = observer;
    this.isStandalone = region == null && world == null && observer == null;
  }

  Decision decide(Limiter limiter, String identifier, long cost) {
    return isStandalone && !limiter.limit().exactWindow()
        ? decideLocally(limiter, identifier, cost)
        : decideShared(limiter, identifier, cost);
  }

  /*
   * Callers that ask allowed() alone get their answer without a single allocation, if the compiler can see that neither
   * the evaluation nor the decision leaves their frame. So nothing here passes the evaluation on to code that is too rare
   * to be inlined: such code gets a copy.
   */
  private Decision decideLocally(Limiter limiter, String identifier, long cost) {
    LimitPolicy limitPolicy = limiter.limit();
    Evaluation e = new Evaluation(
        limitPolicy.amount(), limitPolicy.durationMillis(), cost, clock.epochMillis());
    Subject subject = limiter.scope().subject(identifier, e.epochMillis());
    subject.recordLimit(limitPolicy.amount());
    AdmitResult admitResult = subject.admit(e);
    if (admitResult == AdmitResult.SEALED) {
      Evaluation aside = e.copy();
      admitResult = retryAdmit(limiter, subject, aside);
      e.copyFrom(aside);
    }
    return admitResult == AdmitResult.ADMITTED
        ? new Decision(e, Verdict.ALLOWED, View.STANDALONE)
        : new Decision(e, Verdict.REFUSED, View.STANDALONE);
  }

  /** Looks the identifier up again and again until it finds a subject that nobody retires meanwhile. */
  private static AdmitResult retryAdmit(Limiter limiter, Subject retired, Evaluation e) {
    Subject subject = retired;
    AdmitResult admitResult = AdmitResult.SEALED;
    while (admitResult == AdmitResult.SEALED) {
      limiter.scope().remove(subject);
      subject = limiter.scope().subject(subject.identifier(), e.epochMillis());
      subject.recordLimit(e.limit());
      admitResult = subject.admit(e);
    }
    return admitResult;
  }

  private Decision decideShared(Limiter limiter, String identifier, long cost) {
    Evaluation e = evaluation(limiter, cost);
    if (region == null) {
      return report(admitWithoutRegion(limiter, identifier, e));
    }
    Decision decision = tryDecide(region, limiter, identifier, e);
    return decision != null
        ? decision
        : region.await(decideAfterRead(region, limiter, identifier, e));
  }

  CompletableFuture<Decision> decideAsync(Limiter limiter, String identifier, long cost) {
    Evaluation e = evaluation(limiter, cost);
    if (region == null) {
      return CompletableFuture.completedFuture(report(admitWithoutRegion(limiter, identifier, e)));
    }
    Decision decision = tryDecide(region, limiter, identifier, e);
    return decision != null
        ? CompletableFuture.completedFuture(decision)
        : decideAfterRead(region, limiter, identifier, e);
  }

  private Evaluation evaluation(Limiter limiter, long cost) {
    requireOpen();
    return limiter.evaluation(cost, clock.epochMillis());
  }

  private Decision admitWithoutRegion(Limiter limiter, String identifier, Evaluation e) {
    while (true) {
      Subject subject = limiter.scope().subject(identifier, e.epochMillis());
      subject.recordLimit(e.limit());
      AdmitResult admitResult = subject.spend(e);
      if (admitResult != AdmitResult.SEALED) {
        return Decision.of(
            e,
            admitResult == AdmitResult.ADMITTED ? Verdict.ALLOWED : Verdict.REFUSED,
            localView());
      }
      limiter.scope().remove(subject);
    }
  }

  private View localView() {
    return world == null
        ? View.STANDALONE
        : new View(
            DecisionSource.LOCAL, false, View.UNKNOWN, world.asOf(), 0, 0, world.foreignExposure());
  }

  /** Decides without waiting; null when the region has to be asked first. */
  private @Nullable Decision tryDecide(
      Region asked, Limiter limiter, String identifier, Evaluation e) {
    while (true) {
      Subject subject = limiter.scope().subject(identifier, e.epochMillis());
      Need need = need(subject, e);
      if (need == Need.GONE) {
        limiter.scope().remove(subject);
        continue;
      }
      if (need == Need.READ) {
        return null;
      }
      ReadResult how = need == Need.DEGRADED ? ReadResult.FAILED : ReadResult.NOT_READ;
      Attempt attempt = attempt(limiter, subject, besideOthers(e, subject, false), how);
      if (attempt.admission == AdmitResult.AHEAD) {
        return null;
      }
      if (attempt.admission != AdmitResult.SEALED) {
        if (need == Need.REFRESH) {
          asked
              .reader()
              .refreshInBackground(subject); // now, when it also tells what was just admitted
        }
        return conclude(subject, attempt);
      }
      limiter.scope().remove(subject);
    }
  }

  /** Whether the region was asked for this decision. */
  enum ReadResult {
    NOT_READ,
    ANSWERED,
    FAILED
  }

  Need need(Subject subject, Evaluation e) {
    long now = e.epochMillis();
    boolean isStrict = subject.isStrict(now) && e.cost() > 0; // a look spends nothing
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
          : Need.NOTHING; // counts only grow: the region could only refuse too
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

  /** Whether a read of this subject failed so lately that the region is not asked again. */
  boolean isBackingOff(Subject subject, long epochMillis) {
    long left = subject.trustedUntil() - epochMillis;
    return subject.isDegraded() && left > 0 && left <= retryMillis; // more: the clock was set back
  }

  /** Waits for the region, as often as it takes until the check is no longer ahead of it, within one read's deadline. */
  private CompletableFuture<Decision> decideAfterRead(
      Region asked, Limiter limiter, String identifier, Evaluation first) {
    Subject subject = limiter.scope().subject(identifier, first.epochMillis());
    return asked.reader().refresh(List.of(subject)).thenCompose(done -> {
      Evaluation e = first.at(processContext.epochMillis());
      while (true) {
        Subject known = limiter.scope().subject(identifier, e.epochMillis());
        if (known.isCold()) { // evicted meanwhile: what was read went with it
          return decideAfterRead(asked, limiter, identifier, first);
        }
        Attempt attempt = attempt(limiter, known, besideOthers(e, known, true), readResult(known));
        if (attempt.admission == AdmitResult.AHEAD) {
          if (asked.isWithinDeadline(first.epochMillis(), e.epochMillis())) {
            return asked
                .pause()
                .thenCompose(over -> decideAfterRead(asked, limiter, identifier, first));
          }
          attempt = attempt(limiter, known, e, ReadResult.FAILED);
        }
        if (attempt.admission != AdmitResult.SEALED) {
          return CompletableFuture.completedFuture(conclude(known, attempt));
        }
        limiter.scope().remove(known);
      }
    });
  }

  /** Puts the question in the light of what other processes may be spending; after a read, with a view that is new. */
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

  /** How a read that is over went. */
  static ReadResult readResult(Subject subject) {
    return subject.isDegraded() || subject.isCold() ? ReadResult.FAILED : ReadResult.ANSWERED;
  }

  /** One try to spend, and what it was based on. */
  private record Attempt(
      AdmitResult admission,
      Evaluation evaluation,
      WhenDegraded degradedMode,
      ReadResult readResult) {}

  private Attempt attempt(Limiter limiter, Subject subject, Evaluation e, ReadResult readResult) {
    subject.recordLimit(e.limit());
    if (readResult != ReadResult.FAILED) {
      return new Attempt(subject.spend(e), e, WhenDegraded.LOCAL, readResult);
    }
    WhenDegraded choice = limiter.limit().whenDegraded();
    Evaluation local = e.under(allowance(subject, e, choice));
    AdmitResult admitResult = choice == WhenDegraded.OPEN && e.limit() > 0
        ? subject.force(local)
        : admitOrLook(subject, local, choice);
    return new Attempt(admitResult, local, choice, readResult);
  }

  /**
   * The limit to apply when the region can't be asked. For a share: what others are known to have spent, plus this
   * process's part, but never more than the limit.
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

  private Decision conclude(Subject subject, Attempt attempt) {
    Evaluation e = attempt.evaluation;
    Verdict verdict = verdict(attempt.admission, attempt.degradedMode, e);
    if (verdict == Verdict.REFUSED) {
      recordRefusal(subject, e);
    }
    return report(Decision.of(e, verdict, view(subject, e, attempt.readResult)));
  }

  private static AdmitResult admitOrLook(Subject subject, Evaluation e, WhenDegraded choice) {
    if (choice != WhenDegraded.CLOSED) {
      return subject.spend(e);
    }
    return subject.look(e) ? AdmitResult.REFUSED : AdmitResult.SEALED;
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
        subject.unseen(besideOthers(e, subject, true)),
        world == null ? ForeignExposure.NONE : world.foreignExposure());
  }

  Decision report(Decision decision) {
    if (observer != null) {
      observer.onDecision(decision);
    }
    return decision;
  }

  ProcessContext self() {
    return processContext;
  }

  @Nullable
  Region region() {
    return region;
  }

  void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the engine is closed");
    }
  }

  /** Takes no more checks. False when it was closed before. */
  synchronized boolean close() {
    boolean wasOpen = !closed;
    closed = true;
    isStandalone = false;
    return wasOpen;
  }
}
