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

/** What must be so when everything is well again and all had time to hear of each other. */
final class ConvergenceCheck {
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

  private final ChaosCase chaosCase;
  private final SimulatedFleet fleet;
  private final GroundTruth groundTruth;
  private final TrialRecords trialRecords;
  private final long lookedAtMillis;
  private long compared;

  /**
   * What a view is held against.
   *
   * @param fleet the stores and the processes
   * @param truth what was admitted
   * @param records what happened
   * @param lookedAtMillis when everybody was last made to look at everything, by true time
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

  /** Throws if anything is not as it must be; else says how many cells were looked at. */
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

  private void require(boolean holds, String what, Object... details) {
    if (!holds) {
      throw new AuditViolation(String.format(Locale.ROOT, what, details));
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
      long told = trialRecords.published(processInstance, cell.key());
      require(
          told == admitted,
          "%s admitted %d of %s, but its origin holds %d",
          processInstance.name(),
          admitted,
          cell.key(),
          told);
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

  /** What a process knows of a cell. */
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
    boolean isLate = processView.isPrevious() && grewLate(processView);
    require(
        processView.regional() >= total || isLate,
        "%s knows less than its origin, which holds %s",
        processView,
        fields);
    boolean mayKnowMore =
        chaosCase.isWiped(processView.region()) || chaosCase.isShared(processView.duration());
    long most = mayKnowMore ? admitted(processView) : total;
    require(
        processView.regional() <= most,
        "%s knows more than there is: %d in its origin, %d admitted",
        processView,
        total,
        admitted(processView));
  }

  /** Whether somebody published into the window after others may have read it for the last time so far. */
  private boolean grewLate(ProcessView processView) {
    long end = (processView.cell.sequence() + 1) * processView.duration();
    long settled = Math.min(SETTLED_AFTER_MILLIS, processView.duration() / 2);
    long grew = trialRecords.grewAt(processView.region(), processView.cell)
        + trialRecords.maxAhead(processView.slot)
        - end;
    long looked =
        lookedAtMillis + processView.slot.epochMillis() - fleet.clock().epochMillis() - end;
    return grew >= Math.max(settled, looked / 2);
  }

  /** Whether the ledger still has what it was told of the cell. */
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
      // What it evicted itself comes back as if it were a sibling's.
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
      long told = fleet.ledger().total(processView.cell) - row(processView);
      CellTruth cell = groundTruth.find(processView.cell);
      long most = chaosCase.isLedgerWiped()
          ? (cell == null ? 0 : cell.total()) - admitted(processView)
          : told;
      if (chaosCase.isWiped(processView.region())) {
        most +=
            row(processView); // an origin that nobody knew any more is another one: its old row is
        // foreign
      }
      require(
          told <= foreign && foreign <= most,
          "%s does not agree with the ledger, which holds %d of other regions",
          processView,
          told);
    }
  }

  private void compareLedger(ProcessView processView, Spender spender, boolean isForeignKnown) {
    if (!isInLedger(processView)
        || processView.counts.own() == 0
        || trialRecords.couldBeOver(processView.slot, processView.cell)) {
      return;
    }
    long row = row(processView);
    long due = due(processView, spender.limit().amount(), isForeignKnown);
    require(
        row >= due,
        "%s should have pushed %d to the ledger, which holds %d of its region",
        processView,
        due,
        row);
  }

  /** What the policy promises that others can know. */
  private long due(ProcessView processView, long limit, boolean isForeignKnown) {
    CountsByOrigin countsByOrigin = processView.counts;
    if (!hasOrigin()) {
      return countsByOrigin.own(); // each speaks for itself alone
    }
    long half = limit - limit / 2;
    return switch (chaosCase.plan().ledger().orElseThrow().policy()) {
      case RFC -> countsByOrigin.own() >= half ? processView.regional() : 0;
      case UPSTREAM ->
        countsByOrigin.foreign() > 0 || countsByOrigin.own() >= (limit + 4) / 5
            ? processView.regional()
            : 0;
      case WEIR -> {
        long line = countsByOrigin.own() >= limit ? limit : countsByOrigin.own() >= half ? half : 0;
        yield isForeignKnown ? processView.regional() : line;
      }
    };
  }
}
