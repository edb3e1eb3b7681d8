// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

import io.weir.BatchDecision;
import io.weir.Decision;
import io.weir.Decision.Verdict;
import io.weir.Limit;
import io.weir.WhenDegraded;
import io.weir.cell.Admission;
import io.weir.cell.Reservation;
import io.weir.cell.Scope;
import io.weir.cell.Subject;
import io.weir.engine.Decider.Asked;
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

/** The way of a batch: all of its checks are counted, or none. */
final class Batch {
  /*
   * 1. Whatever has to be read is read first, for all checks in one round trip. Nothing is held meanwhile. If the batch
   *    turns out to be ahead of the region for one of them (see Decider), that one is read again, until it no longer is.
   * 2. Every check is judged, read-only: a batch that can't pass never gets in anybody's way.
   * 3. Every cost is held, in one order for all batches, so that of two that collide one gets through.
   * 4. All are committed; or, if one no longer fits, all are let go of and the batch is judged again. That ends: a batch
   *    is judged again only because another one came in between, and was decided.
   *
   * Checks of the same subject add up: each is judged with the costs of the earlier ones.
   */

  /** How the region was asked so far. */
  private enum Reads {
    NONE,
    DONE,
    /** It answered, but the batch was ahead of it for as long as a read may take. */
    IN_VAIN
  }

  /** How one try to decide ended: with a decision, or with subjects of which the region has to be asked first. */
  private record Outcome(@Nullable BatchDecision decision, Set<Subject> ahead, Reads reads) {
    private BatchDecision requireDecision() {
      return Objects.requireNonNull(decision);
    }
  }

  /** One check on its way. */
  private final class Item {
    private final Check check;
    private final long epochMillis;
    private final Reads reads;
    private Subject subject;
    private Asked asked;
    private WhenDegraded choice;
    private long allowance;
    private Reservation reservation;

    private Item(Check check, long epochMillis, Reads reads) {
      this.check = check;
      this.epochMillis = epochMillis;
      this.reads = reads;
      this.subject = find();
      this.asked = askedOf(subject);
      this.choice = choice();
      this.allowance = allowance();
      this.reservation = new Reservation(subject, evaluation(check.cost()));
    }

    private Subject find() {
      Scope scope = check.limiter().scope();
      Subject found = scope.subject(check.identifier(), epochMillis);
      Limit limit = check.limiter().limit();
      Evaluation look = new Evaluation(limit.amount(), limit.durationMillis(), 0, epochMillis);
      while (!found.look(look)) { // retired, but not out of the table yet
        scope.drop(found);
        found = scope.subject(check.identifier(), epochMillis);
      }
      found.sawLimit(limit.amount());
      return found;
    }

    private Asked askedOf(Subject found) {
      if (decider.region() == null) {
        return Asked.NOT;
      }
      if (reads == Reads.IN_VAIN) {
        return Asked.IN_VAIN;
      }
      if (reads == Reads.DONE) {
        return Decider.askedOf(found);
      }
      return decider.isBackingOff(found, epochMillis) ? Asked.IN_VAIN : Asked.NOT;
    }

    private WhenDegraded choice() {
      return asked == Asked.IN_VAIN ? check.limiter().limit().whenDegraded() : WhenDegraded.LOCAL;
    }

    private long allowance() {
      return decider.allowance(subject, check.limiter().ask(0, epochMillis), choice);
    }

    private Evaluation evaluation(long cost) {
      return check.limiter().ask(cost, epochMillis).under(allowance);
    }

    private boolean isOpen() {
      return choice == WhenDegraded.OPEN && check.limiter().limit().amount() > 0;
    }

    /**
     * Holds the cost if it fits. A subject that was retired meanwhile is looked up anew, here and not for all checks
     * again: in a table near its ceiling each look-up may retire a subject of the same batch, but never one that is held.
     */
    private Admission hold(long already) {
      while (true) {
        reservation = new Reservation(subject, amid(evaluation(check.cost())));
        Admission admission = reservation.hold(isOpen(), already);
        if (admission != Admission.CLOSED) {
          return admission;
        }
        check.limiter().scope().drop(subject);
        subject = find();
        asked = askedOf(subject);
        choice = choice();
        allowance = allowance();
        if (choice == WhenDegraded.CLOSED) {
          return Admission.REFUSED; // to be judged anew, as unread
        }
      }
    }

    /** Whoever asked in vain decides as the limit says for degraded times, and not by what others may have spent. */
    private Evaluation amid(Evaluation e) {
      return asked == Asked.IN_VAIN ? e : decider.amid(e, subject, reads == Reads.DONE);
    }

    private Decision decision(Verdict verdict, Evaluation e) {
      return decider.tell(Decision.of(e, verdict, decider.view(subject, e, asked)));
    }
  }

  /** Whom a check is about, whichever subject stands for it at the moment. */
  private record Name(Scope scope, String identifier) {}

  private static final Comparator<Item> RESERVING_ORDER =
      (one, other) -> Integer.compare(one.subject.generation(), other.subject.generation());

  private final Decider decider;
  private final List<Check> checks;

  /** When the batch came, in Unix milliseconds. */
  private final long askedAt;

  Batch(Decider decider, List<Check> checks) {
    this.decider = decider;
    this.askedAt = decider.self().epochMillis();
    this.checks = List.copyOf(checks);
  }

  CompletableFuture<BatchDecision> decide() {
    Region region = decider.region();
    if (region == null) {
      return CompletableFuture.completedFuture(decideOn(Reads.NONE).requireDecision());
    }
    Set<Subject> unread = unread(region);
    return unread.isEmpty()
        ? conclude(region, decideOn(Reads.NONE))
        : decideAfterRead(region, unread);
  }

  private CompletableFuture<BatchDecision> decideAfterRead(Region region, Set<Subject> subjects) {
    return region
        .reader()
        .refresh(subjects)
        .thenCompose(done -> conclude(region, decideOn(Reads.DONE)));
  }

  /** Asks again for subjects that the batch is ahead of, as single checks do, within one read's deadline. */
  private CompletableFuture<BatchDecision> conclude(Region region, Outcome outcome) {
    BatchDecision decision = outcome.decision();
    if (decision != null) {
      return CompletableFuture.completedFuture(decision);
    }
    if (!region.isInTime(askedAt, decider.self().epochMillis())) {
      return CompletableFuture.completedFuture(decideOn(Reads.IN_VAIN).requireDecision());
    }
    return outcome.reads() == Reads.NONE
        ? decideAfterRead(region, outcome.ahead())
        : region.pause().thenCompose(over -> decideAfterRead(region, outcome.ahead()));
  }

  /**
   * The subjects to be read, if one of them has to be read first; none when counts at hand refuse already, since no read
   * could help. A view that is merely old is refreshed along with the others, or aside.
   */
  private Set<Subject> unread(Region region) {
    Set<Subject> needed = new LinkedHashSet<>();
    boolean wait = false;
    for (Item item : items(Reads.NONE)) {
      Evaluation e = item.reservation.evaluation();
      Need need = decider.need(item.subject, e);
      if (need == Need.NOTHING && item.subject.look(e) && !e.fitsCommitted()) {
        return Set.of();
      }
      if (need == Need.READ || need == Need.REFRESH) {
        needed.add(item.subject);
        wait |= need == Need.READ;
      }
    }
    if (!wait) {
      needed.forEach(region.reader()::refreshAside);
    }
    return wait ? needed : Set.of();
  }

  private List<Item> items(Reads reads) {
    long now = decider.self().epochMillis();
    List<Item> items = new ArrayList<>(checks.size());
    for (Check check : checks) {
      items.add(new Item(check, now, reads));
    }
    return items;
  }

  private Outcome decideOn(Reads reads) {
    while (true) {
      List<Item> items = items(reads);
      List<@Nullable Evaluation> failing = judge(items);
      if (failing.stream().anyMatch(e -> e != null)) {
        return new Outcome(refuse(items, failing), Set.of(), reads);
      }
      Set<Subject> ahead = new LinkedHashSet<>();
      if (holdAll(items, ahead)) {
        return new Outcome(commit(items), Set.of(), reads);
      }
      if (!ahead.isEmpty()) {
        return new Outcome(null, ahead, reads);
      }
    }
  }

  /** For each check, what stands in its way; null where nothing does. */
  private List<@Nullable Evaluation> judge(List<Item> items) {
    Map<Name, Long> earlier = new HashMap<>();
    List<@Nullable Evaluation> failing = new ArrayList<>(items.size());
    for (Item item : items) {
      Name name = new Name(item.check.limiter().scope(), item.check.identifier());
      long before = earlier.getOrDefault(name, 0L);
      long cost = Window.plus(before, item.check.cost());
      earlier.put(name, cost);
      Evaluation e = item.evaluation(cost);
      item.subject.look(e);
      // Costs that add up past what a cell can hold fit under no limit, not even an open one.
      boolean countable = cost - before == item.check.cost();
      boolean passes = item.isOpen() || (e.fits() && item.choice != WhenDegraded.CLOSED);
      failing.add(countable && passes ? null : e);
    }
    return failing;
  }

  private BatchDecision refuse(List<Item> items, List<@Nullable Evaluation> failing) {
    List<Decision> decisions = new ArrayList<>(items.size());
    for (int i = 0; i < items.size(); i++) {
      Item item = items.get(i);
      Evaluation e = failing.get(i);
      if (e == null) {
        Evaluation untouched = item.evaluation(item.check.cost());
        item.subject.look(untouched);
        decisions.add(item.decision(Verdict.FITS_UNCOUNTED, untouched));
      } else {
        Verdict verdict = Decider.verdict(Admission.REFUSED, item.choice, e);
        if (verdict == Verdict.REFUSED) {
          decider.noteRefusal(item.subject, e);
        }
        decisions.add(item.decision(verdict, e));
      }
    }
    return new BatchDecision(false, decisions);
  }

  /** Holds every cost; lets go of all of them if one does not fit any more, or is ahead of the region. */
  private static boolean holdAll(List<Item> items, Set<Subject> ahead) {
    List<Item> ordered = new ArrayList<>(items);
    ordered.sort(RESERVING_ORDER);
    for (int i = 0; i < ordered.size(); i++) {
      Admission admission = ordered.get(i).hold(heldBefore(ordered, i));
      if (admission != Admission.ADMITTED) {
        ordered.subList(0, i).forEach(held -> held.reservation.release());
        if (admission == Admission.AHEAD) {
          ahead.add(ordered.get(i).subject);
        }
        return false;
      }
    }
    return true;
  }

  /** What the batch holds already of the subject of this item: its costs count as one check. */
  private static long heldBefore(List<Item> ordered, int index) {
    long held = 0;
    for (int i = index - 1; i >= 0 && ordered.get(i).subject == ordered.get(index).subject; i--) {
      held = Window.plus(held, ordered.get(i).check.cost());
    }
    return held;
  }

  private static BatchDecision commit(List<Item> items) {
    items.forEach(item -> item.reservation.commit());
    List<Decision> decisions = new ArrayList<>(items.size());
    for (Item item : items) {
      Verdict verdict =
          Decider.verdict(Admission.ADMITTED, item.choice, item.reservation.evaluation());
      decisions.add(item.decision(verdict, item.reservation.evaluation()));
    }
    return new BatchDecision(true, decisions);
  }
}
