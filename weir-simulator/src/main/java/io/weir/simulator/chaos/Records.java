// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.chaos;

import io.weir.CellKey;
import io.weir.origin.Origin;
import io.weir.simulator.planet.Life;
import io.weir.simulator.planet.Planet;
import io.weir.simulator.planet.Station;
import io.weir.simulator.planet.Witness;
import io.weir.simulator.truth.Violation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What has to be remembered of a trial in order to say at its end what everybody must know. */
final class Records implements Witness {
  /** A region's part of a cell. */
  private record Share(int region, CellKey cell) {}

  /** How long origins keep a cell after it can matter. */
  static final long SPARE_LIFE_MILLIS = 60_000;

  private final Map<String, Integer> bearers = new HashMap<>();
  private final Map<Share, Long> grewAt = new HashMap<>();
  private final Map<String, Long> latest = new HashMap<>();
  private final Map<String, Long> mostAhead = new HashMap<>();
  private Map<CellKey, Map<String, Long>> before = new HashMap<>();
  private long everAhead;
  private @Nullable Planet planet;
  private @Nullable String found;

  void watch(Planet watched) {
    planet = watched;
  }

  private Planet planet() {
    if (planet == null) {
      throw new IllegalStateException("no fleet to watch");
    }
    return planet;
  }

  /** Looks at the clocks. To be called after every step. */
  void settle() {
    long now = planet().clock().epochMillis();
    for (Station station : planet().stations()) {
      long says = station.epochMillis();
      latest.merge(station.name(), says, Math::max);
      mostAhead.merge(station.name(), says - now, Math::max);
      everAhead = Math.max(everAhead, says - now);
    }
    if (found != null) {
      throw new Violation(found);
    }
  }

  @Override
  public void beat(Life from, boolean toLedger, String incarnation) {
    bearers.putIfAbsent(incarnation, from.number());
  }

  @Override
  public void publishing(Life from, List<Origin.Publication> publications) {
    before = new HashMap<>();
    for (Origin.Publication each : publications) {
      before.put(each.cell(), planet().fields(from, each.cell()));
    }
  }

  @Override
  public void published(Life from, List<Origin.Publication> publications) {
    long now = planet().clock().epochMillis();
    for (Origin.Publication each : publications) {
      String writer = each.field();
      bearers.putIfAbsent(incarnation(writer), from.number());
      Map<String, Long> was = before.getOrDefault(each.cell(), Map.of());
      Map<String, Long> is = planet().fields(from, each.cell());
      if (each.count() > was.getOrDefault(writer, 0L)) {
        grewAt.put(new Share(from.region(), each.cell()), now);
      }
      if (isKept(each.cell())) {
        was.forEach((field, count) -> {
          if (is.getOrDefault(field, 0L) < count && found == null) {
            found = "the origin of " + from.regionName() + " held " + count + " of " + each.cell()
                + " as " + field + ", but after a publish " + is;
          }
        });
      }
    }
  }

  /**
   * Whether an origin that lost nothing still has the cell. The process that writes first says how long that is, by its own
   * clock: if that one is ahead, the cell goes earlier.
   */
  boolean isKept(CellKey cell) {
    return planet().clock().epochMillis() + everAhead < cell.expiresAtMillis() + SPARE_LIFE_MILLIS;
  }

  /** Whether the cell could ever have been over by the clock of this seat, so that what it still had to tell was moot. */
  boolean wasOver(Station station, CellKey cell) {
    return latest.getOrDefault(station.name(), Long.MIN_VALUE) >= cell.expiresAtMillis();
  }

  /** How far the clock of this seat was ahead at most. */
  long mostAhead(Station station) {
    return mostAhead.getOrDefault(station.name(), 0L);
  }

  /** When the region's count of a cell last grew in its origin, by true time. */
  long grewAt(int region, CellKey cell) {
    return grewAt.getOrDefault(new Share(region, cell), Long.MIN_VALUE / 2);
  }

  /** The process's part of a writer's name. The field of restored counts belongs to none, and has no dot. */
  private static String incarnation(String writer) {
    int end = writer.lastIndexOf('.');
    return end < 0 ? writer : writer.substring(0, end);
  }

  /** What all writers of one process together have in a cell of its origin. */
  long published(Life life, CellKey cell) {
    long sum = 0;
    for (Map.Entry<String, Long> field : planet().fields(life, cell).entrySet()) {
      String writer = field.getKey();
      Integer bearer = bearers.get(incarnation(writer));
      sum += bearer != null && bearer == life.number() ? field.getValue() : 0;
    }
    return sum;
  }
}
