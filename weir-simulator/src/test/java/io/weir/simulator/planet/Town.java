// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.planet;

import io.weir.CellKey;
import io.weir.Decision;
import io.weir.Limit;
import io.weir.ledger.Ledger;
import io.weir.ledger.LedgerOptions;
import io.weir.origin.Origin;
import io.weir.simulator.fault.Fault;
import io.weir.simulator.fault.Fault.Kind;
import io.weir.simulator.scenario.Scenario.Delay;
import io.weir.simulator.scenario.Scenario.Terrain;
import io.weir.simulator.traffic.Spender;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A planet of two regions with two processes each, one spender, and notes of everything that was heard. */
final class Town implements Witness {
  static final long START = 1_700_000_400_000L;
  static final Spender SPENDER = new Spender(0, "w", Limit.of(1_000, Duration.ofMinutes(1)));
  static final CellKey CELL = new CellKey(SPENDER.key(), START / 60_000);

  /** Each as "who what", such as "region-0/node-1#1 published". */
  final List<String> notes = new ArrayList<>();

  final Planet planet;
  private Damage damage;

  /** Every message to an origin takes so long, and twice as long to the ledger. */
  Town(long oneWayMillis, long seed) {
    Terrain terrain = new Terrain(
        2, 2, new Delay(oneWayMillis, oneWayMillis), new Delay(2 * oneWayMillis, 2 * oneWayMillis));
    planet = new Planet(Plan.of(terrain, START, Optional.of(LedgerOptions.defaults()), seed), this);
    damage = new Damage(planet, List.of());
  }

  Town() {
    this(0, 1);
  }

  static Fault fault(Kind kind, String place, long atMillis, long forMillis) {
    return new Fault(kind, place, atMillis, forMillis, 0);
  }

  /** These happen, counted from now; those due at once happen at once. */
  Damage strike(Fault... faults) {
    damage = new Damage(planet, List.of(faults));
    damage.strike();
    return damage;
  }

  /** Lets time pass: a millisecond at a time, or five where it is long. */
  void pass(long millis) {
    long step = millis < 5_000 ? 1 : 5;
    for (long left = millis; left > 0; left -= step) {
      planet.pass(Math.min(step, left));
      damage.strike();
    }
  }

  Station station(int region, int node) {
    return planet.stations(region).get(node);
  }

  Life life(int region, int node) {
    return Objects.requireNonNull(station(region, node).life());
  }

  CompletableFuture<Decision> ask(Station station, long cost) {
    return station.limiter(SPENDER).checkAsync(SPENDER.identifier(), cost);
  }

  /** Asks without a look at the answer. */
  void spend(Station station, long cost) {
    CompletableFuture<Decision> unused = ask(station, cost);
  }

  /** Forgets its notes, lets time pass, and says whether a note of this is among the new ones. */
  boolean hearsOf(String note, long millis) {
    notes.clear();
    pass(millis);
    return notes.contains(note);
  }

  private void note(Life who, String what) {
    notes.add(who.name() + " " + what);
  }

  @Override
  public void published(Life from, List<Origin.Publication> publications) {
    note(from, "published");
  }

  @Override
  public void read(Life from, List<Origin.Query> queries) {
    note(from, "read");
  }

  @Override
  public void pushed(Life from, List<Ledger.Component> components) {
    note(from, "pushed");
  }

  @Override
  public void pulled(Life from, Ledger.Page page) {
    note(from, "pulled");
  }

  @Override
  public void beat(Life from, boolean toLedger, String incarnation) {
    note(from, (toLedger ? "beat far as " : "beat near as ") + incarnation);
    note(from, toLedger ? "beat far" : "beat near");
  }

  @Override
  public void heardFromOrigin(Life by, CellKey cell) {
    note(by, "heard near");
  }

  @Override
  public void heardFromLedger(Life by, Ledger.Page page) {
    note(by, "heard far");
  }

  @Override
  public void happened(String what) {
    notes.add(what);
  }
}
