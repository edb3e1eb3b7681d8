// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.chaos;

import io.weir.BatchDecision;
import io.weir.Decision;
import io.weir.Limit;
import io.weir.WhenDegraded;
import io.weir.engine.Check;
import io.weir.engine.Engine;
import io.weir.simulator.planet.Damage;
import io.weir.simulator.planet.Life;
import io.weir.simulator.planet.Planet;
import io.weir.simulator.planet.Station;
import io.weir.simulator.planet.Witness;
import io.weir.simulator.traffic.Ask;
import io.weir.simulator.traffic.Spender;
import io.weir.simulator.truth.Audit;
import io.weir.simulator.truth.Trace;
import io.weir.simulator.truth.Truth;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One case from its start to its end: trouble, recovery, silence, a look at everything, and the reckoning. */
final class Trial {
  /** Long enough for breakers to close, for what waits to be sent again, and for reads to be fresh. */
  private static final long RECOVERY_MILLIS = 6_000;

  /** Longer than a regional view is trusted, and than it takes to tell what is left to tell. */
  private static final long SILENCE_MILLIS = 8_000;

  /** Policies that look at everything every ten seconds take two turns to agree. */
  private static final long PLAIN_SILENCE_MILLIS = 30_000;

  /** A ledger that lost everything is found out by the next pull of everything: five minutes, and a retry. */
  private static final long WIPED_SILENCE_MILLIS = 345_000;

  /** After a look: an answer of the origin, a push, and a pull. */
  private static final long ECHO_MILLIS = 4_000;

  private static final long FINE_MILLIS = 20;
  private static final long COARSE_MILLIS = 100;
  private static final long COARSEST_MILLIS = 500;

  /** Clocks may be this far behind. */
  private static final long KEPT_MILLIS = 7_200_000;

  /** Above whatever was admitted, so that no look is answered from memory because it would be refused anyway. */
  private static final long AMPLE = 1L << 40;

  private final Case drawn;
  private final Trace trace;
  private final Truth truth;
  private final Audit audit;
  private final Records records = new Records();
  private final Planet planet;
  private final Unrest unrest;
  private final Tally tally = new Tally();
  private @Nullable Throwable broken;

  Trial(Case drawn, Trace trace) {
    this.drawn = drawn;
    this.trace = trace;
    this.truth = new Truth(drawn.spenders(), drawn.plan().terrain().regions(), KEPT_MILLIS);
    this.audit = new Audit(truth, (life, cell, counts) -> {});
    this.unrest = new Unrest(drawn);
    Witness witness = Witness.both(records, audit);
    this.planet =
        new Planet(drawn.plan(), trace == Trace.NONE ? witness : Witness.both(trace, witness));
    trace.clock(planet.clock());
    audit.watch(planet);
    records.watch(planet);
  }

  /** Runs it to its end, and says what came of it. Throws if anything was not as it must be. */
  Tally run() {
    Damage damage = new Damage(planet, drawn.faults());
    long tick = drawn.pace().tickMillis();
    for (long passed = 0; passed < drawn.pace().troubleMillis(); passed += tick) {
      step(tick);
      damage.strike();
      ask(tick);
    }
    while (!damage.isOver()) {
      step(FINE_MILLIS);
      damage.strike();
    }
    for (long passed = 0; passed < RECOVERY_MILLIS; passed += FINE_MILLIS) {
      step(FINE_MILLIS);
      ask(FINE_MILLIS);
    }
    beSilent();
    lookAtEverything();
    long lookedAt = planet.clock().epochMillis();
    pass(ECHO_MILLIS, FINE_MILLIS);
    pass(isPlain() ? PLAIN_SILENCE_MILLIS : 0, COARSE_MILLIS);
    Convergence convergence =
        new Convergence(drawn, new Convergence.Facts(planet, truth, records, lookedAt));
    tally.compared(convergence.check());
    tally.happened(planet.gauges());
    return tally;
  }

  private boolean isPlain() {
    return drawn.plan().ledger().map(options -> options.policy().isPlain()).orElse(false);
  }

  private void beSilent() {
    pass(SILENCE_MILLIS, COARSE_MILLIS);
    pass(drawn.pace().patienceMillis(), COARSEST_MILLIS);
    if (isPlain()) {
      pass(PLAIN_SILENCE_MILLIS, COARSE_MILLIS);
    } else if (drawn.plan().ledger().isPresent() && drawn.isLedgerWiped()) {
      pass(WIPED_SILENCE_MILLIS, COARSEST_MILLIS);
    }
  }

  private void pass(long millis, long tick) {
    for (long passed = 0; passed < millis; passed += tick) {
      step(tick);
    }
  }

  private void step(long tick) {
    planet.pass(tick);
    records.settle();
    audit.settle();
    if (broken != null) {
      throw new IllegalStateException("a check failed", broken);
    }
  }

  private void ask(long tick) {
    unrest.during(tick, planet.clock().epochMillis(), this::ask);
    audit.settle();
  }

  private void ask(List<Ask> asks) {
    Station station = planet.at(asks.get(0).region(), asks.get(0).where()).orElse(null);
    if (station == null) {
      return; // the whole region is away: there is nobody to ask
    }
    Life life = Objects.requireNonNull(station.life());
    if (asks.size() == 1) {
      Ask ask = asks.get(0);
      CompletableFuture<Void> unused = station
          .limiter(ask.spender())
          .checkAsync(ask.spender().identifier(), ask.cost())
          .thenAccept(decision -> decided(ask, life, decision.allowed(), decision))
          .whenComplete(this::ended);
    } else {
      drawn.plan().quirk().asked(life, asks);
      Engine engine = Objects.requireNonNull(station.engine());
      CompletableFuture<Void> unused = engine
          .checkAsync(checks(station, asks))
          .thenAccept(batch -> decided(asks, life, batch))
          .whenComplete(this::ended);
    }
  }

  /** What went wrong with a decision would else stay in a future that nobody looks at. */
  private void ended(Void nothing, @Nullable Throwable failure) {
    broken = broken == null ? failure : broken;
  }

  private static List<Check> checks(Station station, List<Ask> asks) {
    List<Check> checks = new ArrayList<>(asks.size());
    for (Ask ask : asks) {
      checks.add(station.limiter(ask.spender()).of(ask.spender().identifier(), ask.cost()));
    }
    return checks;
  }

  private void decided(List<Ask> asks, Life life, BatchDecision batch) {
    for (int i = 0; i < asks.size(); i++) {
      decided(asks.get(i), life, batch.allowed(), batch.decisions().get(i));
    }
  }

  /** A check of a refused batch counts nothing, even if it would have been allowed by itself. */
  private void decided(Ask ask, Life life, boolean isCounted, Decision decision) {
    Spender spender = ask.spender();
    long duration = spender.limit().durationMillis();
    if (isCounted && ask.cost() > 0) {
      long now = planet.clock().epochMillis();
      long sequence = Math.floorDiv(decision.resetMillis() - duration, duration);
      truth.cell(spender, sequence, now).admitted(life, ask.cost(), now);
    }
    audit.decided(life, spender.key());
    tally.decided(ask, life, isCounted, decision);
    if (trace != Trace.NONE) {
      trace.note(life.name() + (isCounted ? " admitted " : " did not admit ") + ask.cost() + ": "
          + decision.explain() + " for " + spender.identifier());
    }
  }

  private void lookAtEverything() {
    for (Station station : planet.stations()) {
      for (Spender spender : drawn.spenders()) {
        Limit limit = new Limit(AMPLE, spender.limit().durationMillis(), WhenDegraded.LOCAL);
        Spender rich = new Spender(spender.number(), spender.workspace(), limit);
        Life life = Objects.requireNonNull(station.life());
        CompletableFuture<Void> unused = station
            .limiter(rich)
            .checkAsync(rich.identifier(), 0)
            .thenAccept(decision -> audit.decided(life, rich.key()));
      }
    }
  }
}
