// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.planet;

import io.weir.simulator.fault.Fault;
import io.weir.simulator.planet.VirtualNetwork.Weather;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Lets faults happen to a planet, and end, when their time has come. */
public final class Damage {
  /** A process that is closed in good order takes no checks for this long, while it tells the rest. */
  private static final long LEAVING_MILLIS = 1_500;

  private record Turn(long atMillis, long number, Runnable effect) {}

  /** A seat that does not reach the ledger, or else its origin. */
  private record Cut(Station station, boolean isFar) {}

  private final Planet planet;
  private final long startMillis;
  private final PriorityQueue<Turn> turns =
      new PriorityQueue<>(Comparator.comparingLong(Turn::atMillis).thenComparingLong(Turn::number));
  private long numbers;

  /** How often each cut, paused process and stormy network is under way: what overlaps ends with the last of them. */
  private final Map<Object, Integer> underway = new HashMap<>();

  /** These faults, counted from now. */
  public Damage(Planet planet, List<Fault> faults) {
    this.planet = planet;
    this.startMillis = planet.clock().elapsedMillis();
    for (Fault fault : faults) {
      at(fault.atMillis(), () -> strike(fault));
    }
  }

  private void at(long millis, Runnable effect) {
    turns.add(new Turn(millis, ++numbers, effect));
  }

  /** Everything that is due by now. */
  public void strike() {
    long now = planet.clock().elapsedMillis() - startMillis;
    Turn next = turns.peek();
    while (next != null && next.atMillis() <= now) {
      turns.remove();
      next.effect().run();
      next = turns.peek();
    }
  }

  /** Whether all of them have happened and ended. */
  public boolean isOver() {
    return turns.isEmpty();
  }

  private void strike(Fault fault) {
    planet.witness().happened(fault.toString());
    switch (fault.kind()) {
      case CUT_ORIGIN -> each(fault, station -> cut(new Cut(station, false), fault));
      case CUT_LEDGER -> each(fault, station -> cut(new Cut(station, true), fault));
      case PAUSE -> pause(fault);
      case KILL -> each(fault, station -> replace(station, fault));
      case RESTART -> each(fault, station -> restart(station, fault));
      case REMOVE_ORIGIN -> rewire(fault, Life.Which.NONE);
      case ADD_ORIGIN -> rewire(fault, Life.Which.FIRST);
      case REPLACE_ORIGIN -> rewire(fault, Life.Which.OTHER);
      case WIPE_ORIGIN -> planet.origin(regionOf(fault)).wipe();
      case WIPE_LEDGER -> planet.ledger().wipe();
      case STEP_CLOCK -> each(fault, station -> station.clock().step(fault.amount()));
      case STORM -> storm(fault);
      default -> throw new IllegalArgumentException("unknown fault: " + fault);
    }
  }

  private boolean isFirst(Object what) {
    return underway.merge(what, 1, Integer::sum) == 1;
  }

  private boolean isLast(Object what) {
    return underway.merge(what, -1, (all, one) -> all + one == 0 ? null : all + one) == null;
  }

  private void cut(Cut cut, Fault fault) {
    if (isFirst(cut)) {
      change(cut, VirtualNetwork::partition);
    }
    after(fault, fault.forMillis(), () -> {
      if (isLast(cut)) {
        change(cut, VirtualNetwork::join);
      }
    });
  }

  private interface Change {
    void apply(VirtualNetwork network, String one, String other);
  }

  /** Of whoever has the seat now, if anybody has. */
  private void change(Cut cut, Change change) {
    Life life = cut.station().life();
    int region = cut.station().region();
    if (life != null && cut.isFar()) {
      change.apply(planet.far(), life.name(), Planet.LEDGER);
    } else if (life != null) {
      change.apply(planet.near(region), life.name(), Planet.placeOfOrigin(region));
    }
  }

  private void pause(Fault fault) {
    each(fault, station -> {
      Life life = station.life();
      if (life != null) {
        underway.merge(life, 1, Integer::sum);
        station.pause(true);
        both(station, (network, name) -> network.hold(name));
        after(fault, fault.forMillis(), () -> {
          if (isLast(life) && life.equals(station.life())) {
            station.pause(false);
            both(station, (network, name) -> network.release(name));
          }
        });
      }
    });
  }

  private void both(Station station, BiConsumer<VirtualNetwork, String> effect) {
    Life life = station.life();
    if (life != null) {
      effect.accept(planet.far(), life.name());
      effect.accept(planet.near(station.region()), life.name());
    }
  }

  private void restart(Station station, Fault fault) {
    Life life = station.life();
    if (life != null) {
      station.leave();
      after(fault, LEAVING_MILLIS, () -> {
        if (life.equals(
            station.life())) { // else it was killed meanwhile, and this is its successor
          replace(station, fault);
        }
      });
    }
  }

  private void rewire(Fault fault, Life.Which origin) {
    each(fault, station -> {
      station.origin(origin);
      restart(station, fault);
    });
  }

  private void replace(Station station, Fault fault) {
    if (station.life() != null) {
      planet.end(station);
      after(fault, fault.forMillis(), () -> {
        if (station.life() == null) {
          planet.begin(station);
          for (boolean isFar : new boolean[] {false, true}) {
            Cut cut = new Cut(station, isFar);
            if (underway.containsKey(cut)) {
              change(cut, VirtualNetwork::partition);
            }
          }
        }
      });
    }
  }

  private void storm(Fault fault) {
    boolean isFar = fault.place().equals(Planet.LEDGER);
    VirtualNetwork network = isFar ? planet.far() : planet.near(regionOf(fault));
    Weather fair = Planet.fair(
        isFar ? planet.plan().terrain().far() : planet.plan().terrain().near());
    underway.merge(network, 1, Integer::sum);
    network.weather(Weather.FOUL);
    after(fault, fault.forMillis(), () -> {
      if (isLast(network)) {
        network.weather(fair);
      }
    });
  }

  private void after(Fault fault, long millis, Runnable effect) {
    long now = planet.clock().elapsedMillis() - startMillis;
    at(now + millis, () -> {
      planet.witness().happened("ended: " + fault);
      effect.run();
    });
  }

  private void each(Fault fault, Consumer<Station> effect) {
    for (Station station : planet.stations()) {
      if (station.name().equals(fault.place())
          || Planet.regionName(station.region()).equals(fault.place())) {
        effect.accept(station);
      }
    }
  }

  private static int regionOf(Fault fault) {
    String place = fault.place();
    int end = place.indexOf('/');
    return Integer.parseInt(place, "region-".length(), end < 0 ? place.length() : end, 10);
  }
}
