// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

import io.weir.Decision;
import io.weir.Decision.Elsewhere;
import io.weir.Decision.Verdict;
import io.weir.Decision.View;
import io.weir.Event;
import io.weir.Limit;
import io.weir.Observer;
import io.weir.Source;
import io.weir.WhenDegraded;
import io.weir.cell.Admission;
import io.weir.cell.Subject;
import io.weir.process.Self;
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

  private final Self self;
  private final EpochClock clock;
  private final @Nullable Region region;
  private final @Nullable World world;

  /** How long a regional view is good for, and how long the region is not asked after a read that failed. */
  private final long freshMillis;

  private final long retryMillis;

  /** Null when nobody wants to hear of decisions: then the decision need not leave the caller's frame. */
  private final @Nullable Observer audience;

  /** Set once, by the engine's close(). */
  private volatile boolean closed;

  /** Whether the shortest way will do: open, with nobody to ask and nobody who listens. One load instead of four. */
  private volatile boolean alone;

  Decider(Self self, @Nullable Region region, @Nullable World world, @Nullable Observer audience) {
    this.self = self;
    this.clock = self.clock();
    this.region = region;
    this.world = world;
    this.freshMillis = region == null ? 0 : region.freshMillis();
    this.retryMillis = region == null ? 0 : region.retryMillis();
    this.audience = audience;
    this.alone = region == null && world == null && audience == null;
  }

  Decision decide(Limiter limiter, String identifier, long cost) {
    return alone && !limiter.limit().exactWindow()
        ? decideAlone(limiter, identifier, cost)
        : decideWithOthers(limiter, identifier, cost);
  }

  /*
   * Callers that ask allowed() alone get their answer without a single allocation, if the compiler can see that neither
   * the evaluation nor the decision leaves their frame. So nothing here passes the evaluation on to code that is too rare
   * to be inlined: such code gets a copy.
   */
  private Decision decideAlone(Limiter limiter, String identifier, long cost) {
    Limit limit = limiter.limit();
    Evaluation e =
        new Evaluation(limit.amount(), limit.durationMillis(), cost, clock.epochMillis());
    Subject subject = limiter.scope().subject(identifier, e.epochMillis());
    subject.sawLimit(limit.amount());
    Admission admission = subject.admit(e);
    if (admission == Admission.CLOSED) {
      Evaluation aside = e.copy();
      admission = admitAgain(limiter, subject, aside);
      e.take(aside);
    }
    return admission == Admission.ADMITTED
        ? new Decision(e, Verdict.ALLOWED, View.ALONE)
        : new Decision(e, Verdict.REFUSED, View.ALONE);
  }

  /** Looks the identifier up again and again until it finds a subject that nobody retires meanwhile. */
  private static Admission admitAgain(Limiter limiter, Subject retired, Evaluation e) {
    Subject subject = retired;
    Admission admission = Admission.CLOSED;
    while (admission == Admission.CLOSED) {
      limiter.scope().drop(subject);
      subject = limiter.scope().subject(subject.identifier(), e.epochMillis());
      subject.sawLimit(e.limit());
      admission = subject.admit(e);
    }
    return admission;
  }

  private Decision decideWithOthers(Limiter limiter, String identifier, long cost) {
    Evaluation e = ask(limiter, cost);
    if (region == null) {
      return tell(admitWithoutRegion(limiter, identifier, e));
    }
    Decision decision = decideWarm(region, limiter, identifier, e);
    return decision != null
        ? decision
        : region.await(decideAfterRead(region, limiter, identifier, e));
  }

  CompletableFuture<Decision> decideAsync(Limiter limiter, String identifier, long cost) {
    Evaluation e = ask(limiter, cost);
    if (region == null) {
      return CompletableFuture.completedFuture(tell(admitWithoutRegion(limiter, identifier, e)));
    }
    Decision decision = decideWarm(region, limiter, identifier, e);
    return decision != null
        ? CompletableFuture.completedFuture(decision)
        : decideAfterRead(region, limiter, identifier, e);
  }

  private Evaluation ask(Limiter limiter, long cost) {
    requireOpen();
    return limiter.ask(cost, clock.epochMillis());
  }

  private Decision admitWithoutRegion(Limiter limiter, String identifier, Evaluation e) {
    while (true) {
      Subject subject = limiter.scope().subject(identifier, e.epochMillis());
      subject.sawLimit(e.limit());
      Admission admission = subject.spend(e);
      if (admission != Admission.CLOSED) {
        return Decision.of(
            e, admission == Admission.ADMITTED ? Verdict.ALLOWED : Verdict.REFUSED, viewAlone());
      }
      limiter.scope().drop(subject);
    }
  }

  private View viewAlone() {
    return world == null
        ? View.ALONE
        : new View(Source.LOCAL, false, View.UNKNOWN, world.asOf(), 0, 0, world.elsewhere());
  }

  /** Decides without waiting; null when the region has to be asked first. */
  private @Nullable Decision decideWarm(
      Region asked, Limiter limiter, String identifier, Evaluation e) {
    while (true) {
      Subject subject = limiter.scope().subject(identifier, e.epochMillis());
      Need need = need(subject, e);
      if (need == Need.GONE) {
        limiter.scope().drop(subject);
        continue;
      }
      if (need == Need.READ) {
        return null;
      }
      Asked how = need == Need.DEGRADED ? Asked.IN_VAIN : Asked.NOT;
      Attempt attempt = attempt(limiter, subject, amid(e, subject, false), how);
      if (attempt.admission == Admission.AHEAD) {
        return null;
      }
      if (attempt.admission != Admission.CLOSED) {
        if (need == Need.REFRESH) {
          asked.reader().refreshAside(subject); // now, when it also tells what was just admitted
        }
        return conclude(subject, attempt);
      }
      limiter.scope().drop(subject);
    }
  }

  /** Whether the region was asked for this decision. */
  enum Asked {
    NOT,
    ANSWERED,
    IN_VAIN
  }

  Need need(Subject subject, Evaluation e) {
    long now = e.epochMillis();
    boolean isStrict = subject.isStrict(now) && e.cost() > 0; // a look spends nothing
    boolean isExact = region != null && region.isAskedAbout(e);
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
      Evaluation e = first.at(self.epochMillis());
      while (true) {
        Subject known = limiter.scope().subject(identifier, e.epochMillis());
        if (known.isCold()) { // evicted meanwhile: what was read went with it
          return decideAfterRead(asked, limiter, identifier, first);
        }
        Attempt attempt = attempt(limiter, known, amid(e, known, true), askedOf(known));
        if (attempt.admission == Admission.AHEAD) {
          if (asked.isInTime(first.epochMillis(), e.epochMillis())) {
            return asked
                .pause()
                .thenCompose(over -> decideAfterRead(asked, limiter, identifier, first));
          }
          attempt = attempt(limiter, known, e, Asked.IN_VAIN);
        }
        if (attempt.admission != Admission.CLOSED) {
          return CompletableFuture.completedFuture(conclude(known, attempt));
        }
        limiter.scope().drop(known);
      }
    });
  }

  /** Puts the question in the light of what other processes may be spending; after a read, with a view that is new. */
  Evaluation amid(Evaluation e, Subject subject, boolean afterRead) {
    if (region == null) {
      return e;
    }
    int others = region.otherProcesses();
    int recently = others == 0 ? 0 : region.recentMillis();
    long age = e.epochMillis() - (subject.trustedUntil() - freshMillis);
    return e.amid(others, others != 0 && !afterRead && (age > recently || age < 0), recently);
  }

  /** How a read that is over went. */
  static Asked askedOf(Subject subject) {
    return subject.isDegraded() || subject.isCold() ? Asked.IN_VAIN : Asked.ANSWERED;
  }

  /** One try to spend, and what it was based on. */
  private record Attempt(
      Admission admission, Evaluation evaluation, WhenDegraded choice, Asked asked) {}

  private Attempt attempt(Limiter limiter, Subject subject, Evaluation e, Asked asked) {
    subject.sawLimit(e.limit());
    if (asked != Asked.IN_VAIN) {
      return new Attempt(subject.spend(e), e, WhenDegraded.LOCAL, asked);
    }
    WhenDegraded choice = limiter.limit().whenDegraded();
    Evaluation local = e.under(allowance(subject, e, choice));
    Admission admission = choice == WhenDegraded.OPEN && e.limit() > 0
        ? subject.force(local)
        : admitOrLook(subject, local, choice);
    return new Attempt(admission, local, choice, asked);
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
    Verdict verdict = verdict(attempt.admission, attempt.choice, e);
    if (verdict == Verdict.REFUSED) {
      noteRefusal(subject, e);
    }
    return tell(Decision.of(e, verdict, view(subject, e, attempt.asked)));
  }

  private static Admission admitOrLook(Subject subject, Evaluation e, WhenDegraded choice) {
    if (choice != WhenDegraded.CLOSED) {
      return subject.spend(e);
    }
    return subject.look(e) ? Admission.REFUSED : Admission.CLOSED;
  }

  static Verdict verdict(Admission admission, WhenDegraded choice, Evaluation e) {
    if (admission == Admission.ADMITTED) {
      return choice == WhenDegraded.OPEN ? Verdict.ALLOWED_UNSEEN : Verdict.ALLOWED;
    }
    return choice == WhenDegraded.CLOSED && e.fits() ? Verdict.REFUSED_UNSEEN : Verdict.REFUSED;
  }

  /**
   * Makes the subject strict, if knowing more of the region could help: not for a look, not for a cost that no count
   * would let pass, and not when only an undecided batch was in the way.
   */
  void noteRefusal(Subject subject, Evaluation e) {
    if (region == null
        || region.isExclusive()
        || e.cost() == 0
        || e.cost() > e.limit()
        || e.fitsCommitted()) {
      return;
    }
    if (subject.makeStrict(e.epochMillis() + Region.strictMillis(e.duration()))) {
      self.observer().happened(Event.STRICT_ACTIVATED, 1);
    }
  }

  View view(Subject subject, Evaluation e, Asked asked) {
    if (region == null) {
      return viewAlone();
    }
    boolean degraded = asked == Asked.IN_VAIN;
    long until = subject.trustedUntil();
    return new View(
        asked == Asked.ANSWERED ? Source.ORIGIN : Source.LOCAL,
        degraded,
        degraded || subject.isCold() ? View.UNKNOWN : until - region.freshMillis(),
        world == null ? View.UNKNOWN : world.asOf(),
        subject.isDegraded() ? Math.max(0, until - e.epochMillis()) : 0,
        subject.unseen(amid(e, subject, true)),
        world == null ? Elsewhere.NOBODY : world.elsewhere());
  }

  Decision tell(Decision decision) {
    if (audience != null) {
      audience.decided(decision);
    }
    return decision;
  }

  Self self() {
    return self;
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
    alone = false;
    return wasOpen;
  }
}
