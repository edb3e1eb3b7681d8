// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.truth;

import io.weir.CellKey;
import io.weir.Explanation.Counts;
import io.weir.SubjectKey;
import io.weir.engine.Engine;
import io.weir.ledger.Ledger;
import io.weir.origin.Origin;
import io.weir.simulator.planet.Life;
import io.weir.simulator.planet.Planet;
import io.weir.simulator.planet.Station;
import io.weir.simulator.planet.Witness;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Holds every message, store and view of a planet against the truth, after every step. */
public final class Audit implements Witness {
  /*
   * What must hold at every instant:
   *
   *   stores   A component is written by its owner only, never says more than its owner admitted, and never gets smaller;
   *            so foreign counts and undecided costs are never in it. The total of a cell is at most what was admitted.
   *   views    Own is at most what the process admitted, siblings at most what the rest of the region did, foreign at most
   *            what the other regions did. While a subject stays in memory none of them gets smaller. Nothing is held for an
   *            undecided batch between steps.
   *
   * Views change only by checks and by answers of stores, so those that had either are looked at after each step. What was
   * found first is kept until the step is over: it may be found in the middle of an engine's work, which must not end there.
   */

  /** A subject in the memory of a process. */
  private record View(int life, SubjectKey subject) {}

  /** What a view held when it was last looked at. */
  private record Look(String writer, long sequence, Counts current) {}

  /** Hears what processes know. */
  public interface Looker {
    /** A process knows this of a cell. */
    void looked(Life life, CellKey cell, Counts counts);
  }

  private final Truth truth;
  private final Looker looker;
  private final Map<String, Integer> owners = new HashMap<>();
  private final Set<View> touched = new LinkedHashSet<>();
  private final Map<View, Look> looks = new HashMap<>();
  private @Nullable Planet planet;
  private @Nullable String found;

  /** Holds everything against this, and passes on what it sees. */
  public Audit(Truth truth, Looker looker) {
    this.truth = truth;
    this.looker = looker;
  }

  /** The planet that it looks at. */
  public void watch(Planet watched) {
    planet = watched;
  }

  private Planet planet() {
    if (planet == null) {
      throw new IllegalStateException("no fleet to watch");
    }
    return planet;
  }

  void require(boolean holds, String what, Object... details) {
    if (!holds && found == null) {
      found = String.format(Locale.ROOT, what, details);
    }
  }

  @Override
  public void beat(Life from, boolean toLedger, String incarnation) {
    Integer owner = owners.putIfAbsent(incarnation, from.number());
    require(
        owner == null || owner == from.number(),
        "two processes use the name %s, one of them is %s",
        incarnation,
        from.name());
  }

  private boolean isOwner(Life life, String writer) {
    int end = writer.lastIndexOf('.');
    String incarnation = end < 0 ? writer : writer.substring(0, end);
    Integer owner = owners.putIfAbsent(incarnation, life.number());
    return owner == null || owner == life.number();
  }

  @Override
  public void publishing(Life from, List<Origin.Publication> publications) {
    for (Origin.Publication each : publications) {
      long admitted = life(each.cell(), from.number());
      require(
          isOwner(from, each.field()),
          "%s published as %s, which belongs to another process",
          from.name(),
          each.field());
      require(
          each.count() <= admitted,
          "%s published %d of %s, but admitted only %d",
          from.name(),
          each.count(),
          each.cell(),
          admitted);
    }
  }

  @Override
  public void published(Life from, List<Origin.Publication> publications) {
    for (Origin.Publication each : publications) {
      Map<String, Long> fields = planet().fields(from, each.cell());
      long total = 0;
      for (long count : fields.values()) {
        total += count;
      }
      long admitted = region(each.cell(), from.region());
      require(
          total <= admitted,
          "the origin of %s holds %d of %s, but only %d were admitted",
          from.regionName(),
          total,
          each.cell(),
          admitted);
      require(
          fields.getOrDefault(each.field(), 0L) >= each.count(),
          "the origin of %s acknowledged %d of %s as %s, but holds less: %s",
          from.regionName(),
          each.count(),
          each.cell(),
          each.field(),
          fields);
    }
  }

  @Override
  public void pushing(Life from, List<Ledger.Component> components) {
    for (Ledger.Component each : components) {
      boolean isTogether = from.origin() != Life.Which.NONE;
      long admitted =
          isTogether ? region(each.cell(), from.region()) : life(each.cell(), from.number());
      require(
          each.region().equals(from.regionName()) && (isTogether || isOwner(from, each.writer())),
          "%s pushed as %s %s, which belongs to another process",
          from.name(),
          each.region(),
          each.writer());
      require(
          each.count() <= admitted,
          "%s pushed %d of %s, but only %d were admitted",
          from.name(),
          each.count(),
          each.cell(),
          admitted);
    }
  }

  @Override
  public void pushed(Life from, List<Ledger.Component> components) {
    for (Ledger.Component each : components) {
      long total = planet().ledger().total(each.cell());
      CellTruth cell = truth.find(each.cell());
      require(
          total <= (cell == null ? 0 : cell.total()),
          "the ledger holds %d of %s, but only %d were admitted",
          total,
          each.cell(),
          cell == null ? 0 : cell.total());
      if (cell != null) {
        cell.trail().told(from.region(), planet().clock().epochMillis());
      }
    }
  }

  @Override
  public void heardFromOrigin(Life by, CellKey cell) {
    touched.add(new View(by.number(), cell.subject()));
  }

  @Override
  public void heardFromLedger(Life by, Ledger.Page page) {
    page.sums().forEach(sums -> touched.add(new View(by.number(), sums.cell().subject())));
  }

  /** A process decided on a subject. */
  public void decided(Life life, SubjectKey subject) {
    touched.add(new View(life.number(), subject));
  }

  /** Looks at everything that may have changed since it last did. Throws if anything was not as it must be. */
  public void settle() {
    if (!touched.isEmpty()) {
      for (View view : touched) {
        Station station = planet().seatOf(view.life());
        if (station != null) {
          look(station, view);
        }
      }
      touched.clear();
    }
    String violation = found;
    if (violation != null) {
      throw new Violation(violation);
    }
  }

  private void look(Station station, View view) {
    Engine engine = station.engine();
    Engine.Known known = engine == null ? null : engine.known(view.subject()).orElse(null);
    if (known == null) {
      looks.remove(view);
      return;
    }
    CellKey current = new CellKey(view.subject(), known.sequence());
    compare(station, current, known.current());
    compare(station, new CellKey(view.subject(), known.sequence() - 1), known.previous());
    Look before = looks.put(view, new Look(known.writer(), known.sequence(), known.current()));
    if (before != null && before.writer().equals(known.writer())) {
      Counts now = before.sequence() == known.sequence() ? known.current() : known.previous();
      boolean comparable = known.sequence() - before.sequence() <= 1;
      require(
          !comparable || isAtLeast(now, before.current()),
          "%s knew %s of %s in window %d, but now knows %s",
          station.name(),
          before.current(),
          view.subject(),
          before.sequence(),
          now);
    }
  }

  private static boolean isAtLeast(Counts now, Counts before) {
    return now.own() >= before.own()
        && now.siblings() >= before.siblings()
        && now.foreign() >= before.foreign();
  }

  private void compare(Station station, CellKey cell, Counts counts) {
    Life life = station.life();
    if (life == null) {
      return;
    }
    CellTruth held = truth.find(cell);
    long region = held == null ? 0 : held.region(station.region());
    long world = held == null ? 0 : held.total();
    long own = held == null ? 0 : held.life(life.number());
    require(
        counts.own() <= own
            && counts.siblings() <= region - counts.own()
            && counts.foreign() <= world - counts.own() - counts.siblings()
            && counts.speculative() == 0,
        "%s knows %s of %s, but its region admitted %d and all regions %d",
        life.name(),
        counts,
        cell,
        region,
        world);
    looker.looked(life, cell, counts);
  }

  private long region(CellKey key, int region) {
    CellTruth cell = truth.find(key);
    return cell == null ? 0 : cell.region(region);
  }

  private long life(CellKey key, int life) {
    CellTruth cell = truth.find(key);
    return cell == null ? 0 : cell.life(life);
  }
}
