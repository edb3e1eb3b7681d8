// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.chaos;

import io.weir.CellKey;
import io.weir.Event;
import io.weir.Explanation.CountsByOrigin;
import io.weir.engine.Engine;
import io.weir.simulator.fleet.ProcessInstance;
import io.weir.simulator.fleet.ProcessSlot;
import io.weir.simulator.fleet.SimulatedFleet;
import io.weir.simulator.traffic.Spender;
import io.weir.simulator.truth.AuditViolation;
import io.weir.simulator.truth.CellTruth;
import io.weir.simulator.truth.GroundTruth;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** Verifies that all processes and stores agree after all faults are over and all counts have propagated. */
final class ConvergenceCheck {
  /*
   * The invariants:
   *
   * Published    Every live writer's field in its origin is its own count, and all fields of a live process
   *              together are what it admitted. Exceptions: counts evicted from memory before the origin was wiped,
   *              counts that could not be kept, and counts still unpublished when they had expired by the process's
   *              own clock.
   * Region       What a process knows of its region is what the origin holds. It knows more if the origin lost
   *              counts that the process remembers, or if a process died that had pushed to the ledger but not
   *              published to the origin; never more than was admitted. It knows less only of a previous window
   *              that grew late: that window is read again only when twice as much time has passed since its end as
   *              at the previous read.
   * World        What a process knows of other regions is what they have in the ledger. It knows more only if the
   *              ledger lost counts, and knows nothing of windows that regions do not share.
   * Ledger       A region that knows of another region's spending has pushed all of its own. While it knows of no
   *              other, it has pushed up to the thresholds of its policy. This holds for processes that spent
   *              themselves: a process that only reads leaves pushing to them.
   * Speculative  No process holds a speculative count.
   */

  /**
   * The time after a window's end, at most half of its length, from which a read of the window counts as settled. The
   * engine uses the same value.
   */
  private static final long SETTLED_AFTER_MILLIS = 3_000;

  private final ChaosCase chaosCase;
  private final SimulatedFleet fleet;
  private final GroundTruth groundTruth;
  private final TrialRecords trialRecords;
  private final long lookedAtMillis;
  private long compared;

  /**
   * The facts that views are compared with.
   *
   * @param fleet the stores and the processes
   * @param truth the admitted units
   * @param records the recorded events
   * @param lookedAtMillis when every process was last made to check every subject, by true time
   */
  record Facts(
      SimulatedFleet fleet, GroundTruth truth, TrialRecords records, long lookedAtMillis) {}

  ConvergenceCheck(ChaosCase chaosCase, Facts facts) {
    this.chaosCase = chaosCase;
    this.fleet = facts.fleet();
    this.groundTruth = facts.truth();
    this.trialRecords = facts.records();
    this.lookedAtMillis = facts.lookedAtMillis();
  }

  /** Verifies all views and returns the number of compared cells. Throws if an invariant is violated. */
  long check() {
    for (ProcessSlot processSlot : fleet.slots()) {
      ProcessInstance processInstance = processSlot.process();
      Engine engine = processSlot.engine();
      if (processInstance == null || engine == null) {
        throw new AuditViolation(
            "no process runs as " + processSlot.name() + " after all faults are over");
      }
      groundTruth.forEach(cell -> requirePublished(processSlot, processInstance, cell));
      for (Spender spender : chaosCase.spenders()) {
        engine
            .inspect(spender.key())
            .ifPresent(subjectState -> compare(processSlot, spender, subjectState));
      }
    }
    return compared;
  }

  private void require(boolean holds, String message, Object... details) {
    if (!holds) {
      throw new AuditViolation(String.format(Locale.ROOT, message, details));
    }
  }

  private boolean hasOrigin() {
    return chaosCase.plan().origin().isPresent();
  }

  private void requirePublished(
      ProcessSlot processSlot, ProcessInstance processInstance, CellTruth cell) {
    boolean mayBeLost = chaosCase.isWiped(processInstance.region())
        || fleet.gauges().of(Event.UNITS_LOST_BY_EVICTION) > 0
        || trialRecords.couldBeOver(processSlot, cell.key())
        || !trialRecords.isKept(cell.key());
    if (hasOrigin() && !mayBeLost) {
      long admitted = cell.process(processInstance.number());
      long published = trialRecords.published(processInstance, cell.key());
      require(
          published == admitted,
          "%s admitted %d of %s, but its origin holds %d",
          processInstance.name(),
          admitted,
          cell.key(),
          published);
    }
  }

  private void compare(ProcessSlot processSlot, Spender spender, Engine.SubjectState subjectState) {
    CellKey current = new CellKey(spender.key(), subjectState.sequence());
    CellKey previous = new CellKey(spender.key(), subjectState.sequence() - 1);
    ProcessView now = new ProcessView(processSlot, subjectState, current, subjectState.current());
    ProcessView before =
        new ProcessView(processSlot, subjectState, previous, subjectState.previous());
    boolean isForeignKnown =
        subjectState.current().foreign() > 0 || subjectState.previous().foreign() > 0;
    for (ProcessView processView : List.of(now, before)) {
      compared++;
      require(
          processView.counts.speculative() == 0, "%s still has a speculative count", processView);
      compareRegion(processView);
      compareWorld(processView);
      compareLedger(processView, spender, isForeignKnown);
    }
  }

  /** The counts of a cell in the memory of a process. */
  private record ProcessView(
      ProcessSlot slot, Engine.SubjectState known, CellKey cell, CountsByOrigin counts) {
    private long regional() {
      return counts.own() + counts.siblings();
    }

    private boolean isPrevious() {
      return cell.sequence() < known.sequence();
    }

    private int region() {
      return slot.region();
    }

    private long duration() {
      return cell.subject().durationMillis();
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%s, which knows %s of %s and writes as %s,",
          slot.name(),
          counts,
          cell,
          known.writer());
    }
  }

  private long admitted(ProcessView processView) {
    CellTruth cell = groundTruth.find(processView.cell);
    return cell == null ? 0 : cell.region(processView.region());
  }

  private void compareRegion(ProcessView processView) {
    if (!hasOrigin()) {
      compareWithoutOrigin(processView);
      return;
    }
    if (!trialRecords.isKept(processView.cell)) {
      return;
    }
    Map<String, Long> fields = fleet.fields(processView.region(), processView.cell);
    long total = fields.values().stream().mapToLong(Long::longValue).sum();
    long field = fields.getOrDefault(processView.known.writer(), 0L);
    require(
        field == processView.counts.own()
            || trialRecords.couldBeOver(processView.slot, processView.cell),
        "%s has %d in its origin under that name",
        processView,
        field);
    boolean isLate = processView.isPrevious() && hasGrownLate(processView);
    require(
        processView.regional() >= total || isLate,
        "%s knows less than its origin, which holds %s",
        processView,
        fields);
    boolean mayKnowMore =
        chaosCase.isWiped(processView.region()) || chaosCase.isShared(processView.duration());
    long max = mayKnowMore ? admitted(processView) : total;
    require(
        processView.regional() <= max,
        "%s knows more than there is: %d in its origin, %d admitted",
        processView,
        total,
        admitted(processView));
  }

  /** Returns whether a process published into the window after others may have last read it. */
  private boolean hasGrownLate(ProcessView processView) {
    long end = (processView.cell.sequence() + 1) * processView.duration();
    long settled = Math.min(SETTLED_AFTER_MILLIS, processView.duration() / 2);
    long lastGrowth = trialRecords.grewAt(processView.region(), processView.cell)
        + trialRecords.maxAhead(processView.slot)
        - end;
    long lastRead =
        lookedAtMillis + processView.slot.epochMillis() - fleet.clock().epochMillis() - end;
    return lastGrowth >= Math.max(settled, lastRead / 2);
  }

  /** Returns whether the ledger still holds the cell's pushed counts. */
  private boolean isInLedger(ProcessView processView) {
    return chaosCase.isShared(processView.duration())
        && fleet.clock().epochMillis() < processView.cell.expiresAtMillis();
  }

  private long row(ProcessView processView) {
    return fleet.ledger().total(processView.cell, SimulatedFleet.regionName(processView.region()));
  }

  private void compareWithoutOrigin(ProcessView processView) {
    if (!chaosCase.isShared(processView.duration())) {
      CellTruth cell = groundTruth.find(processView.cell);
      ProcessInstance processInstance = Objects.requireNonNull(processView.slot.process());
      // Counts that the process itself evicted come back as if they were a sibling's.
      long admitted = cell == null ? 0 : cell.process(processInstance.number());
      require(processView.regional() <= admitted, "%s can't know counts of siblings", processView);
    } else if (isInLedger(processView)) {
      long row = row(processView);
      require(
          processView.regional() >= row
              && processView.regional()
                  <= (chaosCase.isLedgerWiped() ? admitted(processView) : row),
          "%s without an origin does not agree with the ledger, which holds %d of its region",
          processView,
          row);
    }
  }

  private void compareWorld(ProcessView processView) {
    long foreign = processView.counts.foreign();
    if (!chaosCase.isShared(processView.duration())) {
      require(foreign == 0, "%s can't know counts of other regions", processView);
    } else if (isInLedger(processView)) {
      long pushed = fleet.ledger().total(processView.cell) - row(processView);
      CellTruth cell = groundTruth.find(processView.cell);
      long max = chaosCase.isLedgerWiped()
          ? (cell == null ? 0 : cell.total()) - admitted(processView)
          : pushed;
      if (chaosCase.isWiped(processView.region())) {
        // After a wipe the origin counts as a new one, so its old row is foreign.
        max += row(processView);
      }
      require(
          pushed <= foreign && foreign <= max,
          "%s does not agree with the ledger, which holds %d of other regions",
          processView,
          pushed);
    }
  }

  private void compareLedger(ProcessView processView, Spender spender, boolean isForeignKnown) {
    if (!isInLedger(processView)
        || processView.counts.own() == 0
        || trialRecords.couldBeOver(processView.slot, processView.cell)) {
      return;
    }
    long row = row(processView);
    long required = requiredCount(processView, spender.limit().amount(), isForeignKnown);
    require(
        row >= required,
        "%s should have pushed %d to the ledger, which holds %d of its region",
        processView,
        required,
        row);
  }

  /** Returns the count that the policy guarantees to be in the ledger. */
  private long requiredCount(ProcessView processView, long limit, boolean isForeignKnown) {
    CountsByOrigin countsByOrigin = processView.counts;
    if (!hasOrigin()) {
      return countsByOrigin.own(); // each process pushes its own row
    }
    long half = limit - limit / 2;
    return switch (chaosCase.plan().ledger().orElseThrow().policy()) {
      case RFC -> countsByOrigin.own() >= half ? processView.regional() : 0;
      case UPSTREAM ->
        countsByOrigin.foreign() > 0 || countsByOrigin.own() >= (limit + 4) / 5
            ? processView.regional()
            : 0;
      case WEIR -> {
        long threshold =
            countsByOrigin.own() >= limit ? limit : countsByOrigin.own() >= half ? half : 0;
        yield isForeignKnown ? processView.regional() : threshold;
      }
    };
  }
}
