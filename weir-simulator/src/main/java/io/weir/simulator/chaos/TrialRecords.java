// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.chaos;

import io.weir.CellKey;
import io.weir.origin.Origin;
import io.weir.simulator.fleet.MessageListener;
import io.weir.simulator.fleet.ProcessInstance;
import io.weir.simulator.fleet.ProcessSlot;
import io.weir.simulator.fleet.SimulatedFleet;
import io.weir.simulator.truth.AuditViolation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Records the events of a trial that determine what every process must know at its end. */
final class TrialRecords implements MessageListener {
  /** A cell in one region. */
  private record RegionCell(int region, CellKey cell) {}

  /** How long origins keep a cell after it expires. */
  static final long SPARE_LIFE_MILLIS = 60_000;

  private final Map<String, Integer> owners = new HashMap<>();
  private final Map<RegionCell, Long> grewAt = new HashMap<>();
  private final Map<String, Long> latest = new HashMap<>();
  private final Map<String, Long> maxAhead = new HashMap<>();
  private Map<CellKey, Map<String, Long>> before = new HashMap<>();
  private long everAhead;
  private @Nullable SimulatedFleet fleet;
  private @Nullable String violation;

  void attach(SimulatedFleet simulatedFleet) {
    fleet = simulatedFleet;
  }

  private SimulatedFleet fleet() {
    if (fleet == null) {
      throw new IllegalStateException("no fleet to watch");
    }
    return fleet;
  }

  /** Records the clocks. Call it after every step. */
  void recordClocks() {
    long now = fleet().clock().epochMillis();
    for (ProcessSlot processSlot : fleet().slots()) {
      long reading = processSlot.epochMillis();
      latest.merge(processSlot.name(), reading, Math::max);
      maxAhead.merge(processSlot.name(), reading - now, Math::max);
      everAhead = Math.max(everAhead, reading - now);
    }
    if (violation != null) {
      throw new AuditViolation(violation);
    }
  }

  @Override
  public void heartbeat(ProcessInstance from, boolean toLedger, String incarnation) {
    owners.putIfAbsent(incarnation, from.number());
  }

  @Override
  public void publishing(ProcessInstance from, List<Origin.Publication> publications) {
    before = new HashMap<>();
    for (Origin.Publication each : publications) {
      before.put(each.cell(), fleet().fields(from, each.cell()));
    }
  }

  @Override
  public void published(ProcessInstance from, List<Origin.Publication> publications) {
    long now = fleet().clock().epochMillis();
    for (Origin.Publication each : publications) {
      String writer = each.field();
      owners.putIfAbsent(incarnation(writer), from.number());
      Map<String, Long> previous = before.getOrDefault(each.cell(), Map.of());
      Map<String, Long> current = fleet().fields(from, each.cell());
      if (each.count() > previous.getOrDefault(writer, 0L)) {
        grewAt.put(new RegionCell(from.region(), each.cell()), now);
      }
      if (isKept(each.cell())) {
        previous.forEach((field, count) -> {
          if (current.getOrDefault(field, 0L) < count && violation == null) {
            violation = "the origin of " + from.regionName() + " held " + count + " of "
                + each.cell() + " as " + field + ", but after a publish " + current;
          }
        });
      }
    }
  }

  /**
   * Returns whether an origin that lost no data still holds the cell. The first writer sets the expiry by its own
   * clock: if that clock is ahead, the cell expires earlier.
   */
  boolean isKept(CellKey cell) {
    return fleet().clock().epochMillis() + everAhead < cell.expiresAtMillis() + SPARE_LIFE_MILLIS;
  }

  /**
   * Returns whether the cell may have expired by the clock of this slot, which makes its unpublished counts
   * irrelevant.
   */
  boolean couldBeOver(ProcessSlot processSlot, CellKey cell) {
    return latest.getOrDefault(processSlot.name(), Long.MIN_VALUE) >= cell.expiresAtMillis();
  }

  /** Returns how far the clock of this slot has been ahead at most. */
  long maxAhead(ProcessSlot processSlot) {
    return maxAhead.getOrDefault(processSlot.name(), 0L);
  }

  /** Returns when the region's count of a cell last grew in its origin, by true time. */
  long grewAt(int region, CellKey cell) {
    return grewAt.getOrDefault(new RegionCell(region, cell), Long.MIN_VALUE / 2);
  }

  /**
   * Returns the process's part of a writer's name. The field of restored counts belongs to no process and has no dot.
   */
  private static String incarnation(String writer) {
    int end = writer.lastIndexOf('.');
    return end < 0 ? writer : writer.substring(0, end);
  }

  /** Returns the sum of all writers of one process in a cell of its origin. */
  long published(ProcessInstance processInstance, CellKey cell) {
    long sum = 0;
    for (Map.Entry<String, Long> field : fleet().fields(processInstance, cell).entrySet()) {
      String writer = field.getKey();
      Integer owner = owners.get(incarnation(writer));
      sum += owner != null && owner == processInstance.number() ? field.getValue() : 0;
    }
    return sum;
  }
}
