// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.measure;

import io.weir.BatchDecision;
import io.weir.CellKey;
import io.weir.Decision;
import io.weir.Explanation;
import io.weir.Explanation.Counts;
import io.weir.Observer.Gauge;
import io.weir.engine.Check;
import io.weir.engine.Engine;
import io.weir.engine.Limiter;
import io.weir.ledger.LedgerOptions;
import io.weir.simulator.bound.Bound;
import io.weir.simulator.bound.Offers;
import io.weir.simulator.fault.Fault;
import io.weir.simulator.planet.Damage;
import io.weir.simulator.planet.Life;
import io.weir.simulator.planet.Planet;
import io.weir.simulator.planet.Station;
import io.weir.simulator.planet.Witness;
import io.weir.simulator.result.Run;
import io.weir.simulator.result.Run.Delays;
import io.weir.simulator.result.Run.Estimate;
import io.weir.simulator.result.Run.Footprint;
import io.weir.simulator.result.Run.Volume;
import io.weir.simulator.run.Progress;
import io.weir.simulator.scenario.Scenario;
import io.weir.simulator.traffic.Ask;
import io.weir.simulator.traffic.Spender;
import io.weir.simulator.traffic.Traffic;
import io.weir.simulator.truth.Audit;
import io.weir.simulator.truth.CellTruth;
import io.weir.simulator.truth.Trace;
import io.weir.simulator.truth.Truth;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One planet under one kind of traffic, from its start to its end, held against the truth after every step. */
public final class Course {
  /** So that processes and regions know of each other before anything is spent. */
  private static final long GREETING_MILLIS = 3_000;

  /** What was admitted so shortly before the end may still be on its way. */
  private static final long LATE_MILLIS = 60_000;

  private static final int LONGEST_DELAY_MILLIS = 600_000;

  private static final long FOOTPRINT_MILLIS = 5_000;

  /** With more spenders than this, what each is offered is not written down, and no bound stated. */
  private static final int MOST_BOUNDED = 10_000;

  private final Scenario scenario;
  private final Traffic traffic;
  private final Planet planet;
  private final Truth truth;
  private final Audit audit;
  private final Trace trace;
  private final Optional<Bound> bound;
  private final Optional<Offers> offers;
  private final Meter meter = new Meter();
  private final ExcessMeter excess;
  private final Histogram delays = new Histogram(LONGEST_DELAY_MILLIS);
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
  private @Nullable Throwable broken;

  /**
   * Who takes part.
   *
   * @param traffic who asks
   * @param planets who is asked
   * @param trace who takes notes
   * @param bound what is promised of the outcome, if anything
   */
  public record Cast(Traffic traffic, PlanetMaker planets, Trace trace, Optional<Bound> bound) {}

  /** Makes the planet, so that somebody can listen from its first step on. */
  public interface PlanetMaker {
    /** A planet that this one hears. */
    Planet make(Witness witness);
  }

  /** Not yet begun. */
  public Course(Scenario scenario, Cast cast) {
    this.scenario = scenario;
    this.traffic = cast.traffic();
    this.trace = cast.trace();
    this.bound = cast.bound();
    this.offers = bound
        .filter(promised -> traffic.spenders().size() <= MOST_BOUNDED)
        .map(promised -> new Offers(traffic.spenders().size(), promised.horizonMillis()));
    this.truth = new Truth(
        traffic.spenders(), scenario.terrain().regions(), Truth.KEPT_MILLIS + behind(scenario));
    this.audit = new Audit(truth, this::looked);
    this.excess = new ExcessMeter(traffic.spenders().size());
    Witness witness = Witness.both(meter, audit);
    this.planet = cast.planets().make(trace == Trace.NONE ? witness : Witness.both(trace, witness));
    trace.clock(planet.clock());
    audit.watch(planet);
    truth.onFarewell(cell -> unknown += cell.trail().unknown(Long.MAX_VALUE, this::lives));
  }

  /** How long before traffic a planet begins: whole steps, so that traffic begins when it should. */
  public static long greetingMillis(long tickMillis) {
    return (GREETING_MILLIS + tickMillis - 1) / tickMillis * tickMillis;
  }

  /** How far a clock can get behind at most: its windows go on for as long. */
  private static long behind(Scenario scenario) {
    return scenario.faults().stream()
        .filter(fault -> fault.kind() == Fault.Kind.STEP_CLOCK)
        .mapToLong(fault -> Math.max(0, -fault.amount()))
        .sum();
  }

  /** Runs to the end, under the contender's name. */
  public Run run(String contender, double load, Progress progress) {
    long tick = scenario.span().tickMillis();
    for (long passed = 0; passed < greetingMillis(tick); passed += tick) {
      planet.pass(tick);
      settle();
    }
    meter.reset();
    Damage damage = new Damage(planet, scenario.faults());
    long start = planet.clock().epochMillis();
    for (long passed = tick; passed <= scenario.span().millis(); passed += tick) {
      planet.pass(tick);
      damage.strike();
      traffic.until(start + passed, this::ask);
      settle();
      meter.at(passed, spender -> truth.usage(spender, planet.clock().epochMillis()));
      measureFootprint(passed);
      progress.at(passed, checks);
    }
    return result(contender, load);
  }

  private void ask(Ask ask) {
    checks++;
    offers.ifPresent(each -> each.asked(ask, planet.clock().epochMillis()));
    units += ask.cost();
    meter.offered(ask.cost());
    Station station = planet.at(ask.region(), ask.where()).orElse(null);
    if (station == null) {
      return; // the whole region is away: there is nobody to ask
    }
    Life life = Objects.requireNonNull(station.life());
    CompletableFuture<Void> unused = (ask.isBatch() ? batch(station, ask) : single(station, ask))
        .thenAccept(decision -> decided(ask, life, decision))
        .whenComplete((nothing, failure) -> broken = broken == null ? failure : broken);
  }

  private static CompletableFuture<Decision> single(Station station, Ask ask) {
    return station.limiter(ask.spender()).checkAsync(ask.spender().identifier(), ask.cost());
  }

  /** The decision on the second half stands for both: a batch is allowed as a whole or not at all. */
  private static CompletableFuture<Decision> batch(Station station, Ask ask) {
    Limiter limiter = station.limiter(ask.spender());
    String identifier = ask.spender().identifier();
    long half = ask.cost() / 2;
    List<Check> checks =
        List.of(limiter.of(identifier, half), limiter.of(identifier, ask.cost() - half));
    return Objects.requireNonNull(station.engine())
        .checkAsync(checks)
        .thenApply(batch -> batch.decisions().get(batch.allowed() ? 1 : refused(batch)));
  }

  private static int refused(BatchDecision batch) {
    return batch.decisions().get(0).allowed() ? 1 : 0;
  }

  /** What went wrong with a decision would else stay in a future that nobody looks at. */
  private void settle() {
    audit.settle();
    if (broken != null) {
      throw new IllegalStateException("a check failed", broken);
    }
  }

  private void decided(Ask ask, Life life, Decision decision) {
    Spender spender = ask.spender();
    long now = planet.clock().epochMillis();
    if (decision.allowed()) {
      long duration = spender.limit().durationMillis();
      Explanation why = decision.explain();
      long sequence = Math.floorDiv(why.startMillis(), duration);
      long unseen = truth.usage(spender, now) - (why.effective() - ask.cost());
      if (!ask.isBatch()) { // what a batch saw contains its other half
        estimated++;
        covered += unseen <= why.unseen() ? 1 : 0;
      }
      CellTruth cell = truth.cell(spender, sequence, now);
      cell.admitted(life, ask.cost(), now);
      cell.trail().follow(life.number(), life.region(), now);
      long usage = truth.usage(spender, now);
      excess.held(spender, usage, now);
      meter.admitted(ask.cost(), spender, usage);
      admittedChecks++;
      admittedUnits += ask.cost();
    } else if (truth.usage(spender, now) + ask.cost() <= spender.limit().amount()) {
      wronglyRefused++;
    }
    audit.decided(life, spender.key());
    traffic.decided(ask, decision.allowed());
    if (trace != Trace.NONE) {
      trace.note(life.name() + " decided " + decision.explain() + " for " + spender.identifier());
    }
  }

  private void looked(Life life, CellKey key, Counts counts) {
    CellTruth cell = truth.find(key);
    if (cell != null) {
      cell.trail()
          .heard(life.number(), counts.foreign(), planet.clock().epochMillis(), this::known);
    }
  }

  private void known(long ofUnits, long millis, boolean wasHidden) {
    if (wasHidden) {
      hidden += ofUnits;
    } else {
      delays.add(millis, ofUnits);
    }
  }

  private boolean lives(int life) {
    return planet.seatOf(life) != null;
  }

  private void measureFootprint(long passed) {
    if (passed < nextFootprint
        && passed + scenario.span().tickMillis() <= scenario.span().millis()) {
      return;
    }
    nextFootprint = passed + FOOTPRINT_MILLIS;
    rows = Math.max(rows, planet.ledger().components());
    for (int region = 0; region < scenario.terrain().regions(); region++) {
      fields = Math.max(fields, planet.origin(region).fields());
    }
    for (Station station : planet.stations()) {
      Engine engine = station.engine();
      subjects = Math.max(subjects, engine == null ? 0 : engine.subjects());
    }
  }

  private double boundInLimits() {
    double most = Double.NaN;
    for (Spender spender : traffic.spenders()) {
      boolean isShort = spender.limit().durationMillis() < LedgerOptions.MIN_DURATION_MILLIS;
      if (isShort && scenario.terrain().regions() > 1) {
        return Double.NaN; // kept in its region only: nothing is promised of the world
      }
      if (bound.isPresent() && offers.isPresent()) {
        double one = offers.get().bound(spender, bound.get());
        most = Double.isNaN(most) ? one : Math.max(most, one);
      }
    }
    return most;
  }

  private Run result(String contender, double load) {
    long late = planet.clock().epochMillis() - LATE_MILLIS;
    truth.forEach(cell -> unknown += cell.trail().unknown(late, this::lives));
    return new Run(
        contender,
        load,
        new Volume(checks, units, admittedChecks, admittedUnits, wronglyRefused),
        excess.end(),
        boundInLimits(),
        new Estimate(estimated, covered),
        new Delays(
            delays.total(),
            delays.percentile(0.5),
            delays.percentile(0.99),
            delays.highest(),
            hidden,
            unknown,
            delays.buckets()),
        meter.cost(),
        new Footprint(subjects, planet.gauges().highest(Gauge.FOREIGN_SUMS), fields, rows),
        meter.samples());
  }
}
