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
import io.weir.engine.Decider.Need;
import io.weir.window.Evaluation;
import io.weir.window.Window;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The way of a batch: all of its checks are counted, or none. */
final class Batch {
  /*
   * 1. Whatever has to be read is read first, for all checks in one round trip. Nothing is held meanwhile.
   * 2. Every check is judged, read-only: a batch that can't pass never gets in anybody's way.
   * 3. Every cost is held, in one order for all batches, so that of two that collide one gets through.
   * 4. All are committed; or, if one no longer fits, all are let go of and the batch is judged again. That ends: a batch
   *    is judged again only because another one came in between, and was decided.
   *
   * Checks of the same subject add up: each is judged with the costs of the earlier ones.
   */

  /** One check on its way. */
  private final class Item {
    private final Check check;
    private final long epochMillis;
    private final boolean read;
    private Subject subject;
    private Asked asked;
    private WhenDegraded choice;
    private long allowance;
    private Reservation reservation;

    private Item(Check check, long epochMillis, boolean read) {
      this.check = check;
      this.epochMillis = epochMillis;
      this.read = read;
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
      if (read) {
        return Decider.askedOf(found);
      }
      return decider.isBackingOff(found, epochMillis) ? Asked.IN_VAIN : Asked.NOT;
    }

    private WhenDegraded choice() {
      return asked == Asked.IN_VAIN ? check.limiter().limit().whenDegraded() : WhenDegraded.LOCAL;
    }

    private long allowance() {
      Limit limit = check.limiter().limit();
      return decider.allowance(
          subject, new Evaluation(limit.amount(), limit.durationMillis(), 0, epochMillis), choice);
    }

    private Evaluation evaluation(long cost) {
      return new Evaluation(allowance, check.limiter().limit().durationMillis(), cost, epochMillis);
    }

    private boolean isOpen() {
      return choice == WhenDegraded.OPEN && check.limiter().limit().amount() > 0;
    }

    /**
     * Holds the cost if it fits. A subject that was retired meanwhile is looked up anew, here and not for all checks
     * again: in a table near its ceiling each look-up may retire a subject of the same batch, but never one that is held.
     */
    private boolean hold() {
      while (true) {
        reservation = new Reservation(subject, evaluation(check.cost()));
        Admission admission = reservation.hold(isOpen());
        if (admission != Admission.CLOSED) {
          return admission == Admission.ADMITTED;
        }
        check.limiter().scope().drop(subject);
        subject = find();
        asked = askedOf(subject);
        choice = choice();
        allowance = allowance();
        if (choice == WhenDegraded.CLOSED) {
          return false; // to be judged anew, as unread
        }
      }
    }

    private Decision decision(Verdict verdict, Evaluation e) {
      return decider.tell(new Decision(e, verdict, decider.view(subject, e, asked)));
    }
  }

  /** Whom a check is about, whichever subject stands for it at the moment. */
  private record Name(Scope scope, String identifier) {}

  private static final Comparator<Item> RESERVING_ORDER =
      (one, other) -> Integer.compare(one.subject.generation(), other.subject.generation());

  private final Decider decider;
  private final List<Check> checks;

  Batch(Decider decider, List<Check> checks) {
    this.decider = decider;
    this.checks = List.copyOf(checks);
  }

  CompletableFuture<BatchDecision> decide() {
    Region region = decider.region();
    Set<Subject> unread = region == null ? Set.of() : unread(region);
    if (region == null || unread.isEmpty()) {
      return CompletableFuture.completedFuture(decideOn(false));
    }
    return region.reader().refresh(unread).thenApply(done -> decideOn(true));
  }

  /**
   * The subjects to be read, if one of them has to be read first; none when counts at hand refuse already, since no read
   * could help. A view that is merely old is refreshed along with the others, or aside.
   */
  private Set<Subject> unread(Region region) {
    Set<Subject> needed = new LinkedHashSet<>();
    boolean wait = false;
    for (Item item : items(false)) {
      Evaluation e = item.reservation.evaluation();
      Need need = decider.need(item.subject, e);
      if (need == Need.NOTHING && item.subject.look(e)) {
        if (!e.fitsCommitted()) {
          return Set.of();
        }
        need = e.fits() && decider.isAhead(item.subject, e) ? Need.READ : need;
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

  private List<Item> items(boolean read) {
    long now = decider.self().epochMillis();
    List<Item> items = new ArrayList<>(checks.size());
    for (Check check : checks) {
      items.add(new Item(check, now, read));
    }
    return items;
  }

  private BatchDecision decideOn(boolean read) {
    while (true) {
      List<Item> items = items(read);
      List<@Nullable Evaluation> failing = judge(items);
      if (failing.stream().anyMatch(e -> e != null)) {
        return refuse(items, failing);
      }
      if (holdAll(items)) {
        return commit(items);
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

  /** Holds every cost; lets go of all of them if one does not fit any more. */
  private static boolean holdAll(List<Item> items) {
    List<Item> ordered = new ArrayList<>(items);
    ordered.sort(RESERVING_ORDER);
    for (int i = 0; i < ordered.size(); i++) {
      if (!ordered.get(i).hold()) {
        ordered.subList(0, i).forEach(held -> held.reservation.release());
        return false;
      }
    }
    return true;
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
