// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.measure;

import io.weir.BatchDecision;
import io.weir.CellKey;
import io.weir.Decision;
import io.weir.Explanation;
import io.weir.Explanation.CountsByOrigin;
import io.weir.Observer.Gauge;
import io.weir.engine.BatchCheck;
import io.weir.engine.Engine;
import io.weir.engine.Limiter;
import io.weir.ledger.LedgerOptions;
import io.weir.simulator.bound.OfferedLoad;
import io.weir.simulator.bound.OverAdmissionBound;
import io.weir.simulator.fault.SimulatedFault;
import io.weir.simulator.fleet.FaultInjector;
import io.weir.simulator.fleet.MessageListener;
import io.weir.simulator.fleet.ProcessInstance;
import io.weir.simulator.fleet.ProcessSlot;
import io.weir.simulator.fleet.SimulatedFleet;
import io.weir.simulator.result.Run;
import io.weir.simulator.result.Run.Accuracy;
import io.weir.simulator.result.Run.Delays;
import io.weir.simulator.result.Run.Estimate;
import io.weir.simulator.result.Run.Footprint;
import io.weir.simulator.result.Run.StoreLoad;
import io.weir.simulator.result.Run.Volume;
import io.weir.simulator.run.RunProgress;
import io.weir.simulator.scenario.Scenario;
import io.weir.simulator.traffic.SimulatedCheck;
import io.weir.simulator.traffic.Spender;
import io.weir.simulator.traffic.TrafficSource;
import io.weir.simulator.truth.Audit;
import io.weir.simulator.truth.CellTruth;
import io.weir.simulator.truth.EventTrace;
import io.weir.simulator.truth.GroundTruth;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One run of a fleet under one traffic shape, audited against the ground truth after every step. */
public final class MeasuredRun {
  /** Lets processes and regions discover each other before the traffic starts. */
  private static final long WARM_UP_MILLIS = 3_000;

  /** Units admitted this shortly before the end may still be propagating. */
  private static final long LATE_MILLIS = 60_000;

  private static final int MAX_DELAY_MILLIS = 600_000;

  private static final long FOOTPRINT_MILLIS = 5_000;

  /** Above this number of spenders, the offered load is not recorded and no bound is reported. */
  private static final int MAX_BOUNDED_SPENDERS = 10_000;

  private final Scenario scenario;
  private final TrafficSource trafficSource;
  private final SimulatedFleet fleet;
  private final GroundTruth groundTruth;
  private final Audit audit;
  private final EventTrace eventTrace;
  private final Optional<OverAdmissionBound> bound;
  private final Optional<OfferedLoad> offeredLoad;
  private final StoreMeter storeMeter = new StoreMeter();
  private final ExcessMeter excess;
  private final Histogram delays = new Histogram(MAX_DELAY_MILLIS);
  private long hidden;
  private long unknown;
  private long checks;
  private long units;
  private long admittedChecks;
  private long admittedUnits;
  private long estimated;
  private long covered;
  private long wronglyRefused;
  private long nextFootprint;
  private long fields;
  private long rows;
  private long subjects;
  private @Nullable Throwable failure;

  /**
   * The parts of a run.
   *
   * @param traffic the source of the checks
   * @param fleets creates the fleet that answers the checks
   * @param trace records recent events
   * @param bound the over-admission bound that applies to the run, if any
   */
  public record RunParts(
      TrafficSource traffic,
      FleetFactory fleets,
      EventTrace trace,
      Optional<OverAdmissionBound> bound) {}

  /** Creates the fleet, so that a listener can be attached before its first step. */
  public interface FleetFactory {
    /** Creates a fleet that reports its messages to the listener. */
    SimulatedFleet create(MessageListener messageListener);
  }

  /** Creates a run that has not started. */
  public MeasuredRun(Scenario scenario, RunParts runParts) {
    this.scenario = scenario;
    this.trafficSource = runParts.traffic();
    this.eventTrace = runParts.trace();
    this.bound = runParts.bound();
    this.offeredLoad = bound
        .filter(each -> trafficSource.spenders().size() <= MAX_BOUNDED_SPENDERS)
        .map(each -> new OfferedLoad(trafficSource.spenders().size(), each.horizonMillis()));
    this.groundTruth = new GroundTruth(
        trafficSource.spenders(),
        scenario.topology().regions(),
        GroundTruth.KEPT_MILLIS + maxClockLag(scenario));
    this.audit = new Audit(groundTruth, this::viewed);
    this.excess = new ExcessMeter(trafficSource.spenders().size());
    MessageListener messageListener = MessageListener.combine(storeMeter, audit);
    this.fleet = runParts
        .fleets()
        .create(
            eventTrace == EventTrace.NONE
                ? messageListener
                : MessageListener.combine(eventTrace, messageListener));
    eventTrace.clock(fleet.clock());
    audit.attach(fleet);
    groundTruth.onExpired(cell -> unknown += cell.trail().unknown(Long.MAX_VALUE, this::isAlive));
  }

  /** Returns the length of the warm-up: a whole number of steps, so that traffic starts at the configured time. */
  public static long warmUpMillis(long tickMillis) {
    return (WARM_UP_MILLIS + tickMillis - 1) / tickMillis * tickMillis;
  }

  /** Returns how far a clock can fall behind at most. Windows stay open that much longer. */
  private static long maxClockLag(Scenario scenario) {
    return scenario.faults().stream()
        .filter(simulatedFault -> simulatedFault.kind() == SimulatedFault.FaultType.STEP_CLOCK)
        .mapToLong(simulatedFault -> Math.max(0, -simulatedFault.amount()))
        .sum();
  }

  /** Runs to the end and returns the result under the contender's name. */
  public Run run(String contender, double load, RunProgress runProgress) {
    long tick = scenario.span().tickMillis();
    for (long passed = 0; passed < warmUpMillis(tick); passed += tick) {
      fleet.advance(tick);
      settle();
    }
    storeMeter.reset();
    FaultInjector faultInjector = new FaultInjector(fleet, scenario.faults());
    long start = fleet.clock().epochMillis();
    for (long passed = tick; passed <= scenario.span().millis(); passed += tick) {
      fleet.advance(tick);
      faultInjector.inject();
      trafficSource.generateUntil(start + passed, this::check);
      settle();
      storeMeter.advanceTo(
          passed, spender -> groundTruth.usage(spender, fleet.clock().epochMillis()));
      measureFootprint(passed);
      runProgress.at(passed, checks);
    }
    return result(contender, load);
  }

  private void check(SimulatedCheck simulatedCheck) {
    checks++;
    offeredLoad.ifPresent(each -> each.record(simulatedCheck, fleet.clock().epochMillis()));
    units += simulatedCheck.cost();
    storeMeter.offered(simulatedCheck.cost());
    ProcessSlot processSlot =
        fleet.openSlot(simulatedCheck.region(), simulatedCheck.processDraw()).orElse(null);
    if (processSlot == null) {
      return; // no process of the region is available
    }
    ProcessInstance processInstance = Objects.requireNonNull(processSlot.process());
    CompletableFuture<Void> unused = (simulatedCheck.isBatch()
            ? batch(processSlot, simulatedCheck)
            : single(processSlot, simulatedCheck))
        .thenAccept(decision -> decided(simulatedCheck, processInstance, decision))
        .whenComplete(
            (nothing, failure) -> this.failure = this.failure == null ? failure : this.failure);
  }

  private static CompletableFuture<Decision> single(
      ProcessSlot processSlot, SimulatedCheck simulatedCheck) {
    return processSlot
        .limiter(simulatedCheck.spender())
        .checkAsync(simulatedCheck.spender().identifier(), simulatedCheck.cost());
  }

  /**
   * Returns the decision on the second half, which stands for both: a batch is allowed or refused as a whole. For a
   * refused batch, returns the refused half.
   */
  private static CompletableFuture<Decision> batch(
      ProcessSlot processSlot, SimulatedCheck simulatedCheck) {
    Limiter limiter = processSlot.limiter(simulatedCheck.spender());
    String identifier = simulatedCheck.spender().identifier();
    long half = simulatedCheck.cost() / 2;
    List<BatchCheck> checks =
        List.of(limiter.of(identifier, half), limiter.of(identifier, simulatedCheck.cost() - half));
    return Objects.requireNonNull(processSlot.engine())
        .checkAsync(checks)
        .thenApply(batch -> batch.decisions().get(batch.allowed() ? 1 : refused(batch)));
  }

  private static int refused(BatchDecision batch) {
    return batch.decisions().get(0).allowed() ? 1 : 0;
  }

  /** Runs the audit and rethrows the failure of a check, which would otherwise go unnoticed in a future. */
  private void settle() {
    audit.checkAll();
    if (failure != null) {
      throw new IllegalStateException("a check failed", failure);
    }
  }

  private void decided(
      SimulatedCheck simulatedCheck, ProcessInstance processInstance, Decision decision) {
    Spender spender = simulatedCheck.spender();
    long now = fleet.clock().epochMillis();
    if (decision.allowed()) {
      long duration = spender.limit().durationMillis();
      Explanation explanation = decision.explain();
      long sequence = Math.floorDiv(explanation.startMillis(), duration);
      long unseen =
          groundTruth.usage(spender, now) - (explanation.effective() - simulatedCheck.cost());
      if (!simulatedCheck.isBatch()) { // the counts that a batch sees include its other half
        estimated++;
        covered += unseen <= explanation.unseen() ? 1 : 0;
      }
      CellTruth cell = groundTruth.cell(spender, sequence, now);
      cell.admitted(processInstance, simulatedCheck.cost(), now);
      cell.trail().follow(processInstance.number(), processInstance.region(), now);
      long usage = groundTruth.usage(spender, now);
      excess.record(spender, usage, now);
      storeMeter.admitted(simulatedCheck.cost(), spender, usage);
      admittedChecks++;
      admittedUnits += simulatedCheck.cost();
    } else if (groundTruth.usage(spender, now) + simulatedCheck.cost()
        <= spender.limit().amount()) {
      wronglyRefused++;
    }
    audit.decided(processInstance, spender.key());
    trafficSource.decided(simulatedCheck, decision.allowed());
    if (eventTrace != EventTrace.NONE) {
      eventTrace.record(processInstance.name() + " decided " + decision.explain() + " for "
          + spender.identifier());
    }
  }

  private void viewed(ProcessInstance processInstance, CellKey key, CountsByOrigin countsByOrigin) {
    CellTruth cell = groundTruth.find(key);
    if (cell != null) {
      cell.trail()
          .seen(
              processInstance.number(),
              countsByOrigin.foreign(),
              fleet.clock().epochMillis(),
              this::recordDelay);
    }
  }

  private void recordDelay(long amount, long millis, boolean wasHidden) {
    if (wasHidden) {
      hidden += amount;
    } else {
      delays.add(millis, amount);
    }
  }

  private boolean isAlive(int number) {
    return fleet.slotOf(number) != null;
  }

  private void measureFootprint(long passed) {
    if (passed < nextFootprint
        && passed + scenario.span().tickMillis() <= scenario.span().millis()) {
      return;
    }
    nextFootprint = passed + FOOTPRINT_MILLIS;
    rows = Math.max(rows, fleet.ledger().components());
    for (int region = 0; region < scenario.topology().regions(); region++) {
      fields = Math.max(fields, fleet.origin(region).fields());
    }
    for (ProcessSlot processSlot : fleet.slots()) {
      Engine engine = processSlot.engine();
      subjects = Math.max(subjects, engine == null ? 0 : engine.subjects());
    }
  }

  private double boundInLimits() {
    double max = Double.NaN;
    for (Spender spender : trafficSource.spenders()) {
      boolean isShort = spender.limit().durationMillis() < LedgerOptions.MIN_DURATION_MILLIS;
      if (isShort && scenario.topology().regions() > 1) {
        return Double.NaN; // counts stay in their region, so no global bound applies
      }
      if (bound.isPresent() && offeredLoad.isPresent()) {
        double spenderBound = offeredLoad.get().bound(spender, bound.get());
        max = Double.isNaN(max) ? spenderBound : Math.max(max, spenderBound);
      }
    }
    return max;
  }

  private Run result(String contender, double load) {
    long cutoff = fleet.clock().epochMillis() - LATE_MILLIS;
    groundTruth.forEach(cell -> unknown += cell.trail().unknown(cutoff, this::isAlive));
    return new Run(
        contender,
        load,
        new Volume(checks, units, admittedChecks, admittedUnits, wronglyRefused),
        new Accuracy(excess.finish(), boundInLimits(), new Estimate(estimated, covered)),
        new Delays(
            delays.total(),
            delays.percentile(0.5),
            delays.percentile(0.99),
            delays.highest(),
            hidden,
            unknown,
            delays.buckets()),
        new StoreLoad(
            storeMeter.cost(),
            new Footprint(subjects, fleet.gauges().highest(Gauge.FOREIGN_SUMS), fields, rows)),
        storeMeter.samples());
  }
}
