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

/** Decides one check, from the look-up of its subject to the decision. */
final class Decider {
  /*
   *  find the subject ── trusted? ──yes──────────────────────────────────────────► admit
   *                        │ no
   *                        ├─ committed counts refuse already ──► refuse          (no read could change the answer)
   *                        ├─ cold, or strict on an old view ───► read, then admit
   *                        ├─ stale, little head-room ──────────► read, then admit
   *                        ├─ stale, much head-room ────────────► read in background, admit now
   *                        └─ a read just failed ───────────────► decide as the limit says for degraded times
   *
   *  admit ── fits what is known, but would not if each of the others had spent as much unseen as this process did recently;
   *           or is more than a first check or a little on a view that is not quite new
   *           ──► read (which also publishes), then admit; if that is still so, pause and read again. So the last units of a
   *           limit are not spent once per process.
   *
   * A process without an origin reads nothing: it admits at once.
   */

  private final ProcessContext processContext;
  private final EpochClock clock;
  private final @Nullable Region region;
  private final RegionPolicy regionPolicy;
  private final DecisionReporter reporter;

  /** Set once, by the engine's close(). */
  private volatile boolean closed;

  /** Whether the fast path is enough: open, no stores and no observer. One load instead of four. */
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

  /** Looks the identifier up until it finds a subject that is not retired meanwhile. */
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

  /** Decides without waiting; null when the region has to be asked first. */
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
              .refreshInBackground(subject); // now, when it also tells what was just admitted
        }
        return conclude(subject, attempt);
      }
      limiter.scope().remove(subject);
    }
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

  /** How the region bears on checks. */
  RegionPolicy regionPolicy() {
    return regionPolicy;
  }

  /** What its decisions say, and who hears of them. */
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

  /** Takes no more checks. False when it was closed before. */
  synchronized boolean close() {
    boolean wasOpen = !closed;
    closed = true;
    isStandalone = false;
    return wasOpen;
  }
}
