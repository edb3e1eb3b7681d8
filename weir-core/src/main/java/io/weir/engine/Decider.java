// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

import io.weir.Decision;
import io.weir.Decision.Verdict;
import io.weir.Decision.View;
import io.weir.LimitPolicy;
import io.weir.Observer;
import io.weir.WhenDegraded;
import io.weir.cell.AdmitResult;
import io.weir.cell.Subject;
import io.weir.engine.RegionPolicy.ReadResult;
import io.weir.process.ProcessContext;
import io.weir.region.Region;
import io.weir.time.EpochClock;
import io.weir.window.Evaluation;
import io.weir.world.World;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** An evaluator of single checks: looks up the subject, reads the region if necessary, and makes the decision. */
final class Decider {
  /*
   *  find the subject ── fresh? ────yes──────────────────────────────────────────► admit
   *                        │ no
   *                        ├─ committed counts refuse already ──► refuse          (no read could change the result)
   *                        ├─ cold, or strict on an old view ───► read, then admit
   *                        ├─ stale, little head-room ──────────► read, then admit
   *                        ├─ stale, much head-room ────────────► read in background, admit now
   *                        └─ a read failed recently ───────────► decide by the limit's degraded mode
   *
   *  admit ── fits the known counts, but would not fit if each other process had spent as much as this one lately
   *           without this process knowing; or the view is not recent, this process has unpublished units, and the
   *           amount is not small
   *           ──► read (which also publishes), then admit; while this still holds, pause and read again. So several
   *           processes do not each spend the last units of a limit.
   *
   * A process without an origin never reads: it admits immediately.
   */

  private final ProcessContext processContext;
  private final EpochClock clock;
  private final @Nullable Region region;
  private final RegionPolicy regionPolicy;
  private final DecisionReporter reporter;

  /** Set once, by the engine's close(). Checks read it from any thread. */
  private volatile boolean closed;

  /** Whether the fast path applies: the engine is open and has no stores and no observer. One load instead of four. */
  private volatile boolean isStandalone;

  Decider(
      ProcessContext processContext,
      @Nullable Region region,
      @Nullable World world,
      @Nullable Observer observer) {
    this.processContext = processContext;
    this.clock = processContext.clock();
    this.region = region;
    this.reporter = new DecisionReporter(processContext, region, world, observer);
    this.regionPolicy = reporter.regionPolicy();
    this.isStandalone = region == null && world == null && observer == null;
  }

  Decision decide(Limiter limiter, String identifier, long cost) {
    return isStandalone && !limiter.limit().exactWindow()
        ? decideLocally(limiter, identifier, cost)
        : decideShared(limiter, identifier, cost);
  }

  /*
   * For callers that only use allowed(), a check allocates nothing if the compiler can prove that neither the
   * evaluation nor the decision escapes their frame. So this method never passes the evaluation to code that runs too
   * rarely to be inlined: such code receives a copy.
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

  /** Repeats the look-up until the check reaches a subject that has not been retired in the meantime. */
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
      return reporter.report(admitWithoutRegion(limiter, identifier, e));
    }
    Decision decision = tryDecide(region, limiter, identifier, e);
    return decision != null
        ? decision
        : region.await(decideAfterRead(region, limiter, identifier, e));
  }

  CompletableFuture<Decision> decideAsync(Limiter limiter, String identifier, long cost) {
    Evaluation e = evaluation(limiter, cost);
    if (region == null) {
      return CompletableFuture.completedFuture(
          reporter.report(admitWithoutRegion(limiter, identifier, e)));
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
            reporter.localView());
      }
      limiter.scope().remove(subject);
    }
  }

  /** Decides without waiting; null if the region must be read first. */
  private @Nullable Decision tryDecide(
      Region asked, Limiter limiter, String identifier, Evaluation e) {
    while (true) {
      Subject subject = limiter.scope().subject(identifier, e.epochMillis());
      Need need = regionPolicy.need(subject, e);
      if (need == Need.GONE) {
        limiter.scope().remove(subject);
        continue;
      }
      if (need == Need.READ) {
        return null;
      }
      ReadResult how = need == Need.DEGRADED ? ReadResult.FAILED : ReadResult.NOT_READ;
      Attempt attempt =
          attempt(limiter, subject, regionPolicy.besideOthers(e, subject, false), how);
      if (attempt.admission == AdmitResult.AHEAD) {
        return null;
      }
      if (attempt.admission != AdmitResult.SEALED) {
        if (need == Need.REFRESH) {
          asked
              .reader()
              .refreshInBackground(
                  subject); // only now, so that the read also publishes what was just admitted
        }
        return conclude(subject, attempt);
      }
      limiter.scope().remove(subject);
    }
  }

  /** Reads the region, repeatedly while the check is ahead of it, until the deadline of one read has passed. */
  private CompletableFuture<Decision> decideAfterRead(
      Region asked, Limiter limiter, String identifier, Evaluation first) {
    Subject subject = limiter.scope().subject(identifier, first.epochMillis());
    return asked.reader().refresh(List.of(subject)).thenCompose(done -> {
      Evaluation e = first.at(processContext.epochMillis());
      while (true) {
        Subject known = limiter.scope().subject(identifier, e.epochMillis());
        if (known.isCold()) { // evicted meanwhile, and the result of the read with it
          return decideAfterRead(asked, limiter, identifier, first);
        }
        Attempt attempt = attempt(
            limiter,
            known,
            regionPolicy.besideOthers(e, known, true),
            RegionPolicy.readResult(known));
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

  /** The result of one attempt to spend, and what it was based on. */
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
    Evaluation local = e.under(regionPolicy.allowance(subject, e, choice));
    AdmitResult admitResult = choice == WhenDegraded.OPEN && e.limit() > 0
        ? subject.force(local)
        : admitOrLook(subject, local, choice);
    return new Attempt(admitResult, local, choice, readResult);
  }

  private Decision conclude(Subject subject, Attempt attempt) {
    Evaluation e = attempt.evaluation;
    Verdict verdict = DecisionReporter.verdict(attempt.admission, attempt.degradedMode, e);
    if (verdict == Verdict.REFUSED) {
      reporter.recordRefusal(subject, e);
    }
    return reporter.report(Decision.of(e, verdict, reporter.view(subject, e, attempt.readResult)));
  }

  private static AdmitResult admitOrLook(Subject subject, Evaluation e, WhenDegraded choice) {
    if (choice != WhenDegraded.CLOSED) {
      return subject.spend(e);
    }
    return subject.look(e) ? AdmitResult.REFUSED : AdmitResult.SEALED;
  }

  /** The policy that determines when a check needs the region. */
  RegionPolicy regionPolicy() {
    return regionPolicy;
  }

  /** The reporter of all decisions, also those of batches. */
  DecisionReporter reporter() {
    return reporter;
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

  /** Rejects all further checks. False if it was already closed. */
  synchronized boolean close() {
    boolean wasOpen = !closed;
    closed = true;
    isStandalone = false;
    return wasOpen;
  }
}
