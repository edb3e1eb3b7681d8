// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.truth;

import io.weir.CellKey;
import io.weir.Explanation.CountsByOrigin;
import io.weir.SubjectKey;
import io.weir.engine.Engine;
import io.weir.ledger.Ledger;
import io.weir.origin.Origin;
import io.weir.simulator.fleet.MessageListener;
import io.weir.simulator.fleet.ProcessInstance;
import io.weir.simulator.fleet.ProcessSlot;
import io.weir.simulator.fleet.SimulatedFleet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks every message, store and view of a fleet against the ground truth after every step. */
public final class Audit implements MessageListener {
  /*
   * The invariants at every instant:
   *
   *   stores   A component is written by its owner only, never exceeds what its owner admitted, and never gets
   *            smaller; so it never includes foreign counts or undecided costs. The total of a cell is at most what
   *            was admitted.
   *   views    Own is at most what the process admitted, siblings at most what the rest of the region admitted,
   *            foreign at most what the other regions admitted. While a subject stays in memory, none of them gets
   *            smaller. Between steps, nothing is reserved for an undecided batch.
   *
   * Only checks and responses of stores change views, so the views affected by either are inspected after each step.
   * The first violation is kept until the step is over: it may be found in the middle of an engine's work, which
   * must not be interrupted.
   */

  /** The key of a subject in the memory of a process. */
  private record SubjectView(int life, SubjectKey subject) {}

  /** The counts of a view when it was last inspected. */
  private record ViewState(String writer, long sequence, CountsByOrigin current) {}

  /** Receives the views of processes. */
  public interface ViewListener {
    /** Reports the counts of a cell that a process knows. */
    void viewed(ProcessInstance processInstance, CellKey cell, CountsByOrigin countsByOrigin);
  }

  private final GroundTruth groundTruth;
  private final ViewListener viewListener;
  private final Map<String, Integer> owners = new HashMap<>();
  private final Set<SubjectView> touched = new LinkedHashSet<>();
  private final Map<SubjectView, ViewState> lastViews = new HashMap<>();
  private @Nullable SimulatedFleet fleet;
  private @Nullable String violation;

  /** Creates an audit against this ground truth, which passes on the views that it inspects. */
  public Audit(GroundTruth groundTruth, ViewListener viewListener) {
    this.groundTruth = groundTruth;
    this.viewListener = viewListener;
  }

  /** Sets the fleet to audit. */
  public void attach(SimulatedFleet simulatedFleet) {
    fleet = simulatedFleet;
  }

  private SimulatedFleet fleet() {
    if (fleet == null) {
      throw new IllegalStateException("no fleet to watch");
    }
    return fleet;
  }

  void require(boolean holds, String message, Object... details) {
    if (!holds && violation == null) {
      violation = String.format(Locale.ROOT, message, details);
    }
  }

  @Override
  public void heartbeat(ProcessInstance from, boolean toLedger, String incarnation) {
    Integer owner = owners.putIfAbsent(incarnation, from.number());
    require(
        owner == null || owner == from.number(),
        "two processes use the name %s, one of them is %s",
        incarnation,
        from.name());
  }

  private boolean isOwner(ProcessInstance processInstance, String writer) {
    int end = writer.lastIndexOf('.');
    String incarnation = end < 0 ? writer : writer.substring(0, end);
    Integer owner = owners.putIfAbsent(incarnation, processInstance.number());
    return owner == null || owner == processInstance.number();
  }

  @Override
  public void publishing(ProcessInstance from, List<Origin.Publication> publications) {
    for (Origin.Publication each : publications) {
      long admitted = admittedByProcess(each.cell(), from.number());
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
  public void published(ProcessInstance from, List<Origin.Publication> publications) {
    for (Origin.Publication each : publications) {
      Map<String, Long> fields = fleet().fields(from, each.cell());
      long total = 0;
      for (long count : fields.values()) {
        total += count;
      }
      long admitted = admittedByRegion(each.cell(), from.region());
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
  public void pushing(ProcessInstance from, List<Ledger.Component> components) {
    for (Ledger.Component each : components) {
      boolean isTogether = from.origin() != ProcessInstance.OriginChoice.NONE;
      long admitted = isTogether
          ? admittedByRegion(each.cell(), from.region())
          : admittedByProcess(each.cell(), from.number());
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
  public void pushed(ProcessInstance from, List<Ledger.Component> components) {
    for (Ledger.Component each : components) {
      long total = fleet().ledger().total(each.cell());
      CellTruth cell = groundTruth.find(each.cell());
      require(
          total <= (cell == null ? 0 : cell.total()),
          "the ledger holds %d of %s, but only %d were admitted",
          total,
          each.cell(),
          cell == null ? 0 : cell.total());
      if (cell != null) {
        cell.trail().pushed(from.region(), fleet().clock().epochMillis());
      }
    }
  }

  @Override
  public void originAnswered(ProcessInstance by, CellKey cell) {
    touched.add(new SubjectView(by.number(), cell.subject()));
  }

  @Override
  public void ledgerAnswered(ProcessInstance by, Ledger.PullPage pullPage) {
    pullPage
        .sums()
        .forEach(
            cellSums -> touched.add(new SubjectView(by.number(), cellSums.cell().subject())));
  }

  /** Records that a process decided on a subject. */
  public void decided(ProcessInstance processInstance, SubjectKey subject) {
    touched.add(new SubjectView(processInstance.number(), subject));
  }

  /** Inspects everything that may have changed since the last call. Throws if an invariant is violated. */
  public void checkAll() {
    if (!touched.isEmpty()) {
      for (SubjectView subjectView : touched) {
        ProcessSlot processSlot = fleet().slotOf(subjectView.life());
        if (processSlot != null) {
          inspect(processSlot, subjectView);
        }
      }
      touched.clear();
    }
    String violation = this.violation;
    if (violation != null) {
      throw new AuditViolation(violation);
    }
  }

  private void inspect(ProcessSlot processSlot, SubjectView subjectView) {
    Engine engine = processSlot.engine();
    Engine.SubjectState subjectState =
        engine == null ? null : engine.inspect(subjectView.subject()).orElse(null);
    if (subjectState == null) {
      lastViews.remove(subjectView);
      return;
    }
    CellKey current = new CellKey(subjectView.subject(), subjectState.sequence());
    compare(processSlot, current, subjectState.current());
    compare(
        processSlot,
        new CellKey(subjectView.subject(), subjectState.sequence() - 1),
        subjectState.previous());
    ViewState before = lastViews.put(
        subjectView,
        new ViewState(subjectState.writer(), subjectState.sequence(), subjectState.current()));
    if (before != null && before.writer().equals(subjectState.writer())) {
      CountsByOrigin now = before.sequence() == subjectState.sequence()
          ? subjectState.current()
          : subjectState.previous();
      boolean comparable = subjectState.sequence() - before.sequence() <= 1;
      require(
          !comparable || isAtLeast(now, before.current()),
          "%s knew %s of %s in window %d, but now knows %s",
          processSlot.name(),
          before.current(),
          subjectView.subject(),
          before.sequence(),
          now);
    }
  }

  private static boolean isAtLeast(CountsByOrigin now, CountsByOrigin before) {
    return now.own() >= before.own()
        && now.siblings() >= before.siblings()
        && now.foreign() >= before.foreign();
  }

  private void compare(ProcessSlot processSlot, CellKey cell, CountsByOrigin countsByOrigin) {
    ProcessInstance processInstance = processSlot.process();
    if (processInstance == null) {
      return;
    }
    CellTruth held = groundTruth.find(cell);
    long region = held == null ? 0 : held.region(processSlot.region());
    long total = held == null ? 0 : held.total();
    long own = held == null ? 0 : held.process(processInstance.number());
    require(
        countsByOrigin.own() <= own
            && countsByOrigin.siblings() <= region - countsByOrigin.own()
            && countsByOrigin.foreign() <= total - countsByOrigin.own() - countsByOrigin.siblings()
            && countsByOrigin.speculative() == 0,
        "%s knows %s of %s, but its region admitted %d and all regions %d",
        processInstance.name(),
        countsByOrigin,
        cell,
        region,
        total);
    viewListener.viewed(processInstance, cell, countsByOrigin);
  }

  private long admittedByRegion(CellKey key, int region) {
    CellTruth cell = groundTruth.find(key);
    return cell == null ? 0 : cell.region(region);
  }

  private long admittedByProcess(CellKey key, int number) {
    CellTruth cell = groundTruth.find(key);
    return cell == null ? 0 : cell.process(number);
  }
}
