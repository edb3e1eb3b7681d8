// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

import io.weir.BatchDecision;
import io.weir.Decision;
import io.weir.Decision.Verdict;
import io.weir.LimitPolicy;
import io.weir.WhenDegraded;
import io.weir.cell.AdmitResult;
import io.weir.cell.Reservation;
import io.weir.cell.Scope;
import io.weir.cell.Subject;
import io.weir.engine.RegionPolicy.ReadResult;
import io.weir.region.Region;
import io.weir.window.Evaluation;
import io.weir.window.Window;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Evaluates a batch: all of its checks are counted, or none. */
final class Batch {
  /*
   * 1. Everything that has to be read is read first, for all checks in one round trip. Nothing is held meanwhile. If
   *    the batch turns out to be ahead of the region for one of them (see Decider), that one is read again until it no
   *    longer is.
   * 2. Every check is evaluated, read-only: a batch that can't pass never blocks another check.
   * 3. Every cost is held, in the same order in all batches, so that of two conflicting batches one succeeds.
   * 4. All are committed; or, if one no longer fits, all are released and the batch is evaluated again. This
   *    terminates: a batch is evaluated again only because another one was decided in between.
   *
   * The costs of checks of the same subject add up: each is evaluated with the costs of the earlier ones.
   */

  /** The reads of the region so far. */
  private enum BatchReads {
    NONE,
    DONE,
    /** The region answered, but the batch was ahead of it for as long as a read may take. */
    INSUFFICIENT
  }

  /** The result of one attempt to decide: a decision, or the subjects that must be read from the region first. */
  private record BatchAttempt(
      @Nullable BatchDecision decision, Set<Subject> ahead, BatchReads reads) {
    private BatchDecision requireDecision() {
      return Objects.requireNonNull(decision);
    }
  }

  /** One check of the batch during its evaluation. */
  private final class BatchItem {
    private final BatchCheck batchCheck;
    private final long epochMillis;
    private final BatchReads reads;
    private Subject subject;
    private ReadResult readResult;
    private WhenDegraded degradedMode;
    private long allowance;
    private Reservation reservation;

    private BatchItem(BatchCheck batchCheck, long epochMillis, BatchReads batchReads) {
      this.batchCheck = batchCheck;
      this.epochMillis = epochMillis;
      this.reads = batchReads;
      this.subject = findSubject();
      this.readResult = readResult(subject);
      this.degradedMode = degradedMode();
      this.allowance = allowance();
      this.reservation = new Reservation(subject, evaluation(batchCheck.cost()));
    }

    private Subject findSubject() {
      Scope scope = batchCheck.limiter().scope();
      Subject found = scope.subject(batchCheck.identifier(), epochMillis);
      LimitPolicy limitPolicy = batchCheck.limiter().limit();
      Evaluation look =
          new Evaluation(limitPolicy.amount(), limitPolicy.durationMillis(), 0, epochMillis);
      while (!found.look(look)) { // retired, but not yet removed from the table
        scope.remove(found);
        found = scope.subject(batchCheck.identifier(), epochMillis);
      }
      found.recordLimit(limitPolicy.amount());
      return found;
    }

    private ReadResult readResult(Subject found) {
      if (decider.region() == null) {
        return ReadResult.NOT_READ;
      }
      if (reads == BatchReads.INSUFFICIENT) {
        return ReadResult.FAILED;
      }
      if (reads == BatchReads.DONE) {
        return RegionPolicy.readResult(found);
      }
      return regionPolicy.isBackingOff(found, epochMillis)
          ? ReadResult.FAILED
          : ReadResult.NOT_READ;
    }

    private WhenDegraded degradedMode() {
      return readResult == ReadResult.FAILED
          ? batchCheck.limiter().limit().whenDegraded()
          : WhenDegraded.LOCAL;
    }

    private long allowance() {
      return regionPolicy.allowance(
          subject, batchCheck.limiter().evaluation(0, epochMillis), degradedMode);
    }

    private Evaluation evaluation(long cost) {
      return batchCheck.limiter().evaluation(cost, epochMillis).under(allowance);
    }

    private boolean isOpen() {
      return degradedMode == WhenDegraded.OPEN && batchCheck.limiter().limit().amount() > 0;
    }

    /**
     * Holds the cost if it fits. A subject that was retired meanwhile is looked up again here, not for all checks at
     * once: in a table near its ceiling each look-up may retire a subject of the same batch, but never one with held
     * cost.
     */
    private AdmitResult reserve(long already) {
      while (true) {
        reservation = new Reservation(subject, besideOthers(evaluation(batchCheck.cost())));
        AdmitResult admitResult = reservation.reserve(isOpen(), already);
        if (admitResult != AdmitResult.SEALED) {
          return admitResult;
        }
        batchCheck.limiter().scope().remove(subject);
        subject = findSubject();
        readResult = readResult(subject);
        degradedMode = degradedMode();
        allowance = allowance();
        if (degradedMode == WhenDegraded.CLOSED) {
          return AdmitResult.REFUSED; // evaluated again, as unread
        }
      }
    }

    /**
     * The evaluation with the other processes' assumed spending. After a failed read it is left out: the check is
     * decided as the limit says for degraded decisions.
     */
    private Evaluation besideOthers(Evaluation e) {
      return readResult == ReadResult.FAILED
          ? e
          : regionPolicy.besideOthers(e, subject, reads == BatchReads.DONE);
    }

    private Decision decision(Verdict verdict, Evaluation e) {
      return reporter.report(Decision.of(e, verdict, reporter.view(subject, e, readResult)));
    }
  }

  /** The identity of a check's subject, whichever object represents it at the moment. */
  private record SubjectName(Scope scope, String identifier) {}

  private static final Comparator<BatchItem> RESERVATION_ORDER =
      (one, other) -> Integer.compare(one.subject.generation(), other.subject.generation());

  private final Decider decider;
  private final RegionPolicy regionPolicy;
  private final DecisionReporter reporter;
  private final List<BatchCheck> checks;

  /** When the batch arrived, in Unix milliseconds. */
  private final long startedAt;

  Batch(Decider decider, List<BatchCheck> checks) {
    this.decider = decider;
    this.regionPolicy = decider.regionPolicy();
    this.reporter = decider.reporter();
    this.startedAt = decider.self().epochMillis();
    this.checks = List.copyOf(checks);
  }

  CompletableFuture<BatchDecision> decide() {
    Region region = decider.region();
    if (region == null) {
      return CompletableFuture.completedFuture(decideOn(BatchReads.NONE).requireDecision());
    }
    Set<Subject> unread = unread(region);
    return unread.isEmpty()
        ? conclude(region, decideOn(BatchReads.NONE))
        : decideAfterRead(region, unread);
  }

  private CompletableFuture<BatchDecision> decideAfterRead(Region region, Set<Subject> subjects) {
    return region
        .reader()
        .refresh(subjects)
        .thenCompose(done -> conclude(region, decideOn(BatchReads.DONE)));
  }

  /** Reads again the subjects for which the batch is ahead, as single checks do, within one read's deadline. */
  private CompletableFuture<BatchDecision> conclude(Region region, BatchAttempt batchAttempt) {
    BatchDecision decision = batchAttempt.decision();
    if (decision != null) {
      return CompletableFuture.completedFuture(decision);
    }
    if (!region.isWithinDeadline(startedAt, decider.self().epochMillis())) {
      return CompletableFuture.completedFuture(decideOn(BatchReads.INSUFFICIENT).requireDecision());
    }
    return batchAttempt.reads() == BatchReads.NONE
        ? decideAfterRead(region, batchAttempt.ahead())
        : region.pause().thenCompose(over -> decideAfterRead(region, batchAttempt.ahead()));
  }

  /**
   * The subjects to read, if one of them must be read first; none when the known counts already refuse, because no
   * read could help. A view that is merely old is refreshed with the others, or in the background.
   */
  private Set<Subject> unread(Region region) {
    Set<Subject> needed = new LinkedHashSet<>();
    boolean wait = false;
    for (BatchItem batchItem : items(BatchReads.NONE)) {
      Evaluation e = batchItem.reservation.evaluation();
      Need need = regionPolicy.need(batchItem.subject, e);
      if (need == Need.NOTHING && batchItem.subject.look(e) && !e.fitsCommitted()) {
        return Set.of();
      }
      if (need == Need.READ || need == Need.REFRESH) {
        needed.add(batchItem.subject);
        wait |= need == Need.READ;
      }
    }
    if (!wait) {
      needed.forEach(region.reader()::refreshInBackground);
    }
    return wait ? needed : Set.of();
  }

  private List<BatchItem> items(BatchReads batchReads) {
    long now = decider.self().epochMillis();
    List<BatchItem> items = new ArrayList<>(checks.size());
    for (BatchCheck batchCheck : checks) {
      items.add(new BatchItem(batchCheck, now, batchReads));
    }
    return items;
  }

  private BatchAttempt decideOn(BatchReads batchReads) {
    while (true) {
      List<BatchItem> items = items(batchReads);
      List<@Nullable Evaluation> failing = evaluate(items);
      if (failing.stream().anyMatch(e -> e != null)) {
        return new BatchAttempt(refuse(items, failing), Set.of(), batchReads);
      }
      Set<Subject> ahead = new LinkedHashSet<>();
      if (reserveAll(items, ahead)) {
        return new BatchAttempt(commit(items), Set.of(), batchReads);
      }
      if (!ahead.isEmpty()) {
        return new BatchAttempt(null, ahead, batchReads);
      }
    }
  }

  /** For each check, the evaluation that refuses it; null where nothing does. */
  private List<@Nullable Evaluation> evaluate(List<BatchItem> items) {
    Map<SubjectName, Long> earlier = new HashMap<>();
    List<@Nullable Evaluation> failing = new ArrayList<>(items.size());
    for (BatchItem batchItem : items) {
      SubjectName subjectName = new SubjectName(
          batchItem.batchCheck.limiter().scope(), batchItem.batchCheck.identifier());
      long before = earlier.getOrDefault(subjectName, 0L);
      long cost = Window.plus(before, batchItem.batchCheck.cost());
      earlier.put(subjectName, cost);
      Evaluation e = batchItem.evaluation(cost);
      batchItem.subject.look(e);
      // Costs whose sum exceeds what a cell can hold fit under no limit, not even an open one.
      boolean countable = cost - before == batchItem.batchCheck.cost();
      boolean passes =
          batchItem.isOpen() || (e.fits() && batchItem.degradedMode != WhenDegraded.CLOSED);
      failing.add(countable && passes ? null : e);
    }
    return failing;
  }

  private BatchDecision refuse(List<BatchItem> items, List<@Nullable Evaluation> failing) {
    List<Decision> decisions = new ArrayList<>(items.size());
    for (int i = 0; i < items.size(); i++) {
      BatchItem batchItem = items.get(i);
      Evaluation e = failing.get(i);
      if (e == null) {
        Evaluation untouched = batchItem.evaluation(batchItem.batchCheck.cost());
        batchItem.subject.look(untouched);
        decisions.add(batchItem.decision(Verdict.FITS_UNCOUNTED, untouched));
      } else {
        Verdict verdict = DecisionReporter.verdict(AdmitResult.REFUSED, batchItem.degradedMode, e);
        if (verdict == Verdict.REFUSED) {
          reporter.recordRefusal(batchItem.subject, e);
        }
        decisions.add(batchItem.decision(verdict, e));
      }
    }
    return new BatchDecision(false, decisions);
  }

  /** Holds every cost. Releases all of them if one does not fit any more, or is ahead of the region. */
  private static boolean reserveAll(List<BatchItem> items, Set<Subject> ahead) {
    List<BatchItem> ordered = new ArrayList<>(items);
    ordered.sort(RESERVATION_ORDER);
    for (int i = 0; i < ordered.size(); i++) {
      AdmitResult admitResult = ordered.get(i).reserve(reservedBefore(ordered, i));
      if (admitResult != AdmitResult.ADMITTED) {
        ordered.subList(0, i).forEach(held -> held.reservation.release());
        if (admitResult == AdmitResult.AHEAD) {
          ahead.add(ordered.get(i).subject);
        }
        return false;
      }
    }
    return true;
  }

  /** The cost that the batch already holds of this item's subject: its costs count as one check. */
  private static long reservedBefore(List<BatchItem> ordered, int index) {
    long held = 0;
    for (int i = index - 1; i >= 0 && ordered.get(i).subject == ordered.get(index).subject; i--) {
      held = Window.plus(held, ordered.get(i).batchCheck.cost());
    }
    return held;
  }

  private static BatchDecision commit(List<BatchItem> items) {
    items.forEach(batchItem -> batchItem.reservation.commit());
    List<Decision> decisions = new ArrayList<>(items.size());
    for (BatchItem batchItem : items) {
      Verdict verdict = DecisionReporter.verdict(
          AdmitResult.ADMITTED, batchItem.degradedMode, batchItem.reservation.evaluation());
      decisions.add(batchItem.decision(verdict, batchItem.reservation.evaluation()));
    }
    return new BatchDecision(true, decisions);
  }
}
