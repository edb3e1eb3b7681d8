// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.scenario;

import io.weir.simulator.fault.SimulatedFault;
import io.weir.simulator.fault.SimulatedFault.FaultType;
import io.weir.simulator.scenario.Scenario.Delay;
import io.weir.simulator.scenario.Scenario.TimeSpan;
import io.weir.simulator.scenario.Scenario.Topology;
import io.weir.simulator.traffic.TrafficShape;
import io.weir.simulator.traffic.shapes.ShapeSetting;
import io.weir.simulator.traffic.shapes.ShapeTemplate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The built-in scenarios. */
public final class ScenarioCatalog {
  /**
   * The topology of the RFC: ten regions with about its number of processes. Processes are near their origin, and the
   * ledger is on another continent.
   */
  public static final Topology TOPOLOGY = new Topology(10, 3, new Delay(1, 2), new Delay(30, 50));

  /** The start time, at which windows of 1, 10, 60, 300 and 600 seconds all begin. */
  public static final long START_MILLIS = 1_700_000_400_000L;

  /**
   * The length of a step. A shorter one would cost time with little benefit: the delay to the ledger and the
   * intervals of background agents are longer.
   */
  public static final long TICK_MILLIS = 5;

  /** The length of a step for heavy traffic: still much shorter than the interval of any background agent. */
  private static final long COARSE_TICK_MILLIS = 10;

  private static final long SECOND = 1_000;
  private static final long MINUTE = 60_000;

  private static final List<Scenario> ALL = List.of(
      of("steady", "Spenders that mostly stay in one region, below, at and above their limits.")
          .offers(ShapeTemplate.STEADY.shape(), 0.5, 1, 2)
          .lasts(5 * MINUTE),
      of("zipf", "A few spenders send most checks and many send hardly any, each in any region.")
          .offers(ShapeTemplate.ZIPF.shape(), 2, 10)
          .lasts(5 * MINUTE),
      of("boundary", "Bursts in the last and the first second of every window.")
          .offers(ShapeTemplate.BOUNDARY.shape(), 2, 10)
          .lasts(5 * MINUTE),
      of("hot-key", "One spender sends checks in all regions at random instants.")
          .offers(ShapeTemplate.HOT_KEY.shape(), 2, 10)
          .lasts(5 * MINUTE),
      of("even-spread", "The attack: one spender spreads its checks evenly over all regions.")
          .offers(ShapeTemplate.EVEN_SPREAD.shape(), 2, 4, 10, 30, 100)
          .lasts(3 * MINUTE),
      of("even-spread-late", "The same attack, started one second before the window ends.")
          .offers(
              ShapeTemplate.EVEN_SPREAD.shape(Map.of(ShapeSetting.PHASE, 59_000.0)),
              2,
              4,
              10,
              30,
              100)
          .lasts(4 * MINUTE),
      of("roaming", "An attacker spends in one region until it is refused, then in the next.")
          .offers(ShapeTemplate.ROAMER.shape(), 2, 10)
          .lasts(3 * MINUTE),
      of("production", "The RFC's production traffic, for an hour unless --minutes says otherwise.")
          .offers(ShapeTemplate.PRODUCTION.shape(), 1)
          .lastsCoarsely(60 * MINUTE),
      of("production-10x", "Two minutes of ten times the RFC's production traffic.")
          .offers(ShapeTemplate.PRODUCTION.shape(), 10)
          .lastsCoarsely(2 * MINUTE),
      of(
              "production-100x",
              "Twenty seconds of a hundred times the RFC's production traffic; takes 8 GB.")
          .offers(ShapeTemplate.PRODUCTION.shape(), 100)
          .lastsCoarsely(20 * SECOND),
      of("outage", "One region does not reach the ledger for half a minute.")
          .offers(ShapeTemplate.HOT_KEY.shape(), 2, 10)
          .lasts(
              4 * MINUTE,
              new SimulatedFault(FaultType.CUT_LEDGER, "region-1", 75 * SECOND, 30 * SECOND, 0)),
      of("partition", "Half of the regions do not reach the ledger for a minute.")
          .offers(ShapeTemplate.HOT_KEY.shape(), 2, 10)
          .lasts(
              5 * MINUTE,
              cut("region-0"),
              cut("region-1"),
              cut("region-2"),
              cut("region-3"),
              cut("region-4")),
      of(
              "lonely-nodes",
              "Processes lose their origin: first one for half a minute, then all of a region.")
          .offers(ShapeTemplate.HOT_KEY.shape(), 2, 10)
          .lasts(
              5 * MINUTE,
              new SimulatedFault(
                  FaultType.CUT_ORIGIN, "region-0/node-0", 70 * SECOND, 30 * SECOND, 0),
              new SimulatedFault(FaultType.CUT_ORIGIN, "region-1", 130 * SECOND, 30 * SECOND, 0)),
      of("restarts", "Processes are replaced, some by a clean shutdown and some by a crash.")
          .offers(ShapeTemplate.HOT_KEY.shape(), 2, 10)
          .lasts(
              5 * MINUTE,
              new SimulatedFault(FaultType.RESTART, "region-0/node-0", 70 * SECOND, 2 * SECOND, 0),
              new SimulatedFault(FaultType.RESTART, "region-1", 100 * SECOND, 2 * SECOND, 0),
              new SimulatedFault(FaultType.KILL, "region-2/node-0", 130 * SECOND, 5 * SECOND, 0),
              new SimulatedFault(FaultType.KILL, "region-3", 160 * SECOND, 5 * SECOND, 0)),
      of("origin-changes", "Processes lose, replace and regain their origins, one after the other.")
          .offers(ShapeTemplate.HOT_KEY.shape(), 2, 10)
          .lasts(
              5 * MINUTE,
              new SimulatedFault(
                  FaultType.REMOVE_ORIGIN, "region-0/node-0", 70 * SECOND, SECOND, 0),
              new SimulatedFault(
                  FaultType.REPLACE_ORIGIN, "region-1/node-0", 85 * SECOND, SECOND, 0),
              new SimulatedFault(FaultType.REMOVE_ORIGIN, "region-0", 100 * SECOND, SECOND, 0),
              new SimulatedFault(FaultType.REPLACE_ORIGIN, "region-1", 115 * SECOND, SECOND, 0),
              new SimulatedFault(FaultType.ADD_ORIGIN, "region-0/node-0", 150 * SECOND, SECOND, 0),
              new SimulatedFault(FaultType.ADD_ORIGIN, "region-0", 170 * SECOND, SECOND, 0)),
      of("wipe", "An origin loses everything, and later the ledger does.")
          .offers(ShapeTemplate.HOT_KEY.shape(), 2, 10)
          .lasts(
              5 * MINUTE,
              new SimulatedFault(FaultType.WIPE_ORIGIN, "region-1", 90 * SECOND, 0, 0),
              new SimulatedFault(FaultType.WIPE_LEDGER, "ledger", 150 * SECOND, 0, 0)),
      of("skew", "Clocks step: two forward, two back, by up to five seconds.")
          .offers(ShapeTemplate.HOT_KEY.shape(), 2, 10)
          .lasts(
              5 * MINUTE,
              new SimulatedFault(FaultType.STEP_CLOCK, "region-0/node-0", 70 * SECOND, 0, 1_500),
              new SimulatedFault(FaultType.STEP_CLOCK, "region-1/node-0", 90 * SECOND, 0, -1_500),
              new SimulatedFault(FaultType.STEP_CLOCK, "region-2", 130 * SECOND, 0, 5_000),
              new SimulatedFault(FaultType.STEP_CLOCK, "region-3", 150 * SECOND, 0, -5_000)),
      of("pauses", "Processes pause for seconds and resume.")
          .offers(ShapeTemplate.HOT_KEY.shape(), 2, 10)
          .lasts(
              5 * MINUTE,
              new SimulatedFault(FaultType.PAUSE, "region-0/node-0", 75 * SECOND, 3 * SECOND, 0),
              new SimulatedFault(FaultType.PAUSE, "region-1", 118 * SECOND, 10 * SECOND, 0)),
      of(
              "storm",
              "The network to an origin and to the ledger drops, duplicates, delays and reorders messages.")
          .offers(ShapeTemplate.HOT_KEY.shape(), 2, 10)
          .lasts(
              5 * MINUTE,
              new SimulatedFault(FaultType.STORM, "region-1", 70 * SECOND, 60 * SECOND, 0),
              new SimulatedFault(FaultType.STORM, "ledger", 150 * SECOND, 60 * SECOND, 0)));

  private ScenarioCatalog() {}

  /** Returns all scenarios, in documentation order. */
  public static List<Scenario> all() {
    return ALL;
  }

  /** Returns the names of all scenarios. */
  public static List<String> names() {
    return ALL.stream().map(Scenario::name).toList();
  }

  /** Returns the scenario of this name. */
  public static Optional<Scenario> named(String name) {
    return ALL.stream().filter(each -> each.name().equals(name)).findAny();
  }

  private static SimulatedFault cut(String region) {
    return new SimulatedFault(FaultType.CUT_LEDGER, region, 90 * SECOND, MINUTE, 0);
  }

  private static ScenarioName of(String name, String title) {
    return new ScenarioName(name, title);
  }

  private record ScenarioName(String name, String title) {
    ScenarioTraffic offers(TrafficShape trafficShape, double... loads) {
      return new ScenarioTraffic(
          this, trafficShape, Arrays.stream(loads).boxed().toList());
    }
  }

  private record ScenarioTraffic(ScenarioName draft, TrafficShape shape, List<Double> loads) {
    Scenario lasts(long millis, SimulatedFault... faults) {
      return lasts(millis, TICK_MILLIS, faults);
    }

    Scenario lastsCoarsely(long millis) {
      return lasts(millis, COARSE_TICK_MILLIS);
    }

    private Scenario lasts(long millis, long tickMillis, SimulatedFault... faults) {
      return new Scenario(
          draft.name,
          draft.title,
          shape,
          loads,
          TOPOLOGY,
          new TimeSpan(START_MILLIS, millis, tickMillis),
          List.of(faults));
    }
  }
}
