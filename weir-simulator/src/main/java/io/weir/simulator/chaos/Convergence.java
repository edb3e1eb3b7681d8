// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.chaos;

import io.weir.CellKey;
import io.weir.Event;
import io.weir.Explanation.Counts;
import io.weir.engine.Engine;
import io.weir.simulator.planet.Life;
import io.weir.simulator.planet.Planet;
import io.weir.simulator.planet.Station;
import io.weir.simulator.traffic.Spender;
import io.weir.simulator.truth.CellTruth;
import io.weir.simulator.truth.Truth;
import io.weir.simulator.truth.Violation;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** What must be so when everything is well again and all had time to hear of each other. */
final class Convergence {
  /*
   * Told     Every live writer's field in its origin is its own count, and all fields of a live process together are what it
   *          admitted. Not what left memory before the origin lost everything, or could not be kept; nor what was still
   *          untold when the process's own clock said that it could not matter any more.
   * Region   What a process knows of its region is what the origin holds. More if the origin lost something that it
   *          remembers, or if a process died that had told the ledger but not the origin; never more than was admitted.
   *          Less only of a previous window that grew late: it is read again when twice as much time has passed since its end
   *          as when it was read last, and not before.
   * World    What it knows of other regions is what they have in the ledger, more only if the ledger lost something, and
   *          nothing of windows that regions do not share.
   * Ledger   A region that knows of another one's spending has told all of its own. So far as nobody else is known, the lines
   *          of its policy are told. By those that spent themselves: whoever only looks leaves telling to them.
   * Held     Nothing.
   */

  /** How long after its end, or half of its length, a previous window may be read for the first time that counts. */
  private static final long SETTLED_AFTER_MILLIS = 3_000;

  private final Case drawn;
  private final Planet planet;
  private final Truth truth;
  private final Records records;
  private final long lookedAtMillis;
  private long compared;

  /**
   * What a view is held against.
   *
   * @param planet the stores and the processes
   * @param truth what was admitted
   * @param records what happened
   * @param lookedAtMillis when everybody was last made to look at everything, by true time
   */
  record Facts(Planet planet, Truth truth, Records records, long lookedAtMillis) {}

  Convergence(Case drawn, Facts facts) {
    this.drawn = drawn;
    this.planet = facts.planet();
    this.truth = facts.truth();
    this.records = facts.records();
    this.lookedAtMillis = facts.lookedAtMillis();
  }

  /** Throws if anything is not as it must be; else says how many cells were looked at. */
  long check() {
    for (Station station : planet.stations()) {
      Life life = station.life();
      Engine engine = station.engine();
      if (life == null || engine == null) {
        throw new Violation("no process runs as " + station.name() + " after all faults are over");
      }
      truth.forEach(cell -> requireTold(station, life, cell));
      for (Spender spender : drawn.spenders()) {
        engine.known(spender.key()).ifPresent(known -> compare(station, spender, known));
      }
    }
    return compared;
  }

  private void require(boolean holds, String what, Object... details) {
    if (!holds) {
      throw new Violation(String.format(Locale.ROOT, what, details));
    }
  }

  private boolean hasOrigin() {
    return drawn.plan().origin().isPresent();
  }

  private void requireTold(Station station, Life life, CellTruth cell) {
    boolean mayBeLost = drawn.isWiped(life.region())
        || planet.gauges().of(Event.UNITS_LOST_BY_EVICTION) > 0
        || records.wasOver(station, cell.key())
        || !records.isKept(cell.key());
    if (hasOrigin() && !mayBeLost) {
      long admitted = cell.life(life.number());
      long told = records.published(life, cell.key());
      require(
          told == admitted,
          "%s admitted %d of %s, but its origin holds %d",
          life.name(),
          admitted,
          cell.key(),
          told);
    }
  }

  private void compare(Station station, Spender spender, Engine.Known known) {
    CellKey current = new CellKey(spender.key(), known.sequence());
    CellKey previous = new CellKey(spender.key(), known.sequence() - 1);
    View now = new View(station, known, current, known.current());
    View before = new View(station, known, previous, known.previous());
    boolean isForeignKnown = known.current().foreign() > 0 || known.previous().foreign() > 0;
    for (View view : List.of(now, before)) {
      compared++;
      require(view.counts.speculative() == 0, "%s still has a speculative count", view);
      compareRegion(view);
      compareWorld(view);
      compareLedger(view, spender, isForeignKnown);
    }
  }

  /** What a process knows of a cell. */
  private record View(Station station, Engine.Known known, CellKey cell, Counts counts) {
    private long regional() {
      return counts.own() + counts.siblings();
    }

    private boolean isPrevious() {
      return cell.sequence() < known.sequence();
    }

    private int region() {
      return station.region();
    }

    private long duration() {
      return cell.subject().durationMillis();
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%s, which knows %s of %s and writes as %s,",
          station.name(),
          counts,
          cell,
          known.writer());
    }
  }

  private long admitted(View view) {
    CellTruth cell = truth.find(view.cell);
    return cell == null ? 0 : cell.region(view.region());
  }

  private void compareRegion(View view) {
    if (!hasOrigin()) {
      compareWithoutOrigin(view);
      return;
    }
    if (!records.isKept(view.cell)) {
      return;
    }
    Map<String, Long> fields = planet.fields(view.region(), view.cell);
    long total = fields.values().stream().mapToLong(Long::longValue).sum();
    long field = fields.getOrDefault(view.known.writer(), 0L);
    require(
        field == view.counts.own() || records.wasOver(view.station, view.cell),
        "%s has %d in its origin under that name",
        view,
        field);
    boolean isLate = view.isPrevious() && grewLate(view);
    require(
        view.regional() >= total || isLate,
        "%s knows less than its origin, which holds %s",
        view,
        fields);
    boolean mayKnowMore = drawn.isWiped(view.region()) || drawn.isShared(view.duration());
    long most = mayKnowMore ? admitted(view) : total;
    require(
        view.regional() <= most,
        "%s knows more than there is: %d in its origin, %d admitted",
        view,
        total,
        admitted(view));
  }

  /** Whether somebody published into the window after others may have read it for the last time so far. */
  private boolean grewLate(View view) {
    long end = (view.cell.sequence() + 1) * view.duration();
    long settled = Math.min(SETTLED_AFTER_MILLIS, view.duration() / 2);
    long grew = records.grewAt(view.region(), view.cell) + records.mostAhead(view.station) - end;
    long looked = lookedAtMillis + view.station.epochMillis() - planet.clock().epochMillis() - end;
    return grew >= Math.max(settled, looked / 2);
  }

  /** Whether the ledger still has what it was told of the cell. */
  private boolean isInLedger(View view) {
    return drawn.isShared(view.duration())
        && planet.clock().epochMillis() < view.cell.expiresAtMillis();
  }

  private long row(View view) {
    return planet.ledger().total(view.cell, Planet.regionName(view.region()));
  }

  private void compareWithoutOrigin(View view) {
    if (!drawn.isShared(view.duration())) {
      CellTruth cell = truth.find(view.cell);
      Life life = Objects.requireNonNull(view.station.life());
      // What it evicted itself comes back as if it were a sibling's.
      long admitted = cell == null ? 0 : cell.life(life.number());
      require(view.regional() <= admitted, "%s can't know counts of siblings", view);
    } else if (isInLedger(view)) {
      long row = row(view);
      require(
          view.regional() >= row
              && view.regional() <= (drawn.isLedgerWiped() ? admitted(view) : row),
          "%s without an origin does not agree with the ledger, which holds %d of its region",
          view,
          row);
    }
  }

  private void compareWorld(View view) {
    long foreign = view.counts.foreign();
    if (!drawn.isShared(view.duration())) {
      require(foreign == 0, "%s can't know counts of other regions", view);
    } else if (isInLedger(view)) {
      long told = planet.ledger().total(view.cell) - row(view);
      CellTruth cell = truth.find(view.cell);
      long most = drawn.isLedgerWiped() ? (cell == null ? 0 : cell.total()) - admitted(view) : told;
      if (drawn.isWiped(view.region())) {
        most +=
            row(view); // an origin that nobody knew any more is another one: its old row is foreign
      }
      require(
          told <= foreign && foreign <= most,
          "%s does not agree with the ledger, which holds %d of other regions",
          view,
          told);
    }
  }

  private void compareLedger(View view, Spender spender, boolean isForeignKnown) {
    if (!isInLedger(view) || view.counts.own() == 0 || records.wasOver(view.station, view.cell)) {
      return;
    }
    long row = row(view);
    long due = due(view, spender.limit().amount(), isForeignKnown);
    require(
        row >= due,
        "%s should have pushed %d to the ledger, which holds %d of its region",
        view,
        due,
        row);
  }

  /** What the policy promises that others can know. */
  private long due(View view, long limit, boolean isForeignKnown) {
    Counts counts = view.counts;
    if (!hasOrigin()) {
      return counts.own(); // each speaks for itself alone
    }
    long half = limit - limit / 2;
    return switch (drawn.plan().ledger().orElseThrow().policy()) {
      case RFC -> counts.own() >= half ? view.regional() : 0;
      case UPSTREAM ->
        counts.foreign() > 0 || counts.own() >= (limit + 4) / 5 ? view.regional() : 0;
      case WEIR -> {
        long line = counts.own() >= limit ? limit : counts.own() >= half ? half : 0;
        yield isForeignKnown ? view.regional() : line;
      }
    };
  }
}
