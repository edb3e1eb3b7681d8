// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.study;

import io.weir.simulator.bound.BoundTrial;
import io.weir.simulator.measure.VirtualTimeSimulator;
import io.weir.simulator.result.Run;
import io.weir.simulator.run.ComparedPolicy;
import io.weir.simulator.run.RunTask;
import io.weir.simulator.scenario.Scenario;
import io.weir.simulator.scenario.Scenario.Delay;
import io.weir.simulator.scenario.Scenario.TimeSpan;
import io.weir.simulator.scenario.Scenario.Topology;
import io.weir.simulator.traffic.TrafficShape;
import io.weir.simulator.traffic.shapes.ShapeSetting;
import io.weir.simulator.traffic.shapes.ShapeTemplate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Runs random fleets and traffic to test whether the over-admission bound always holds. No faults are injected,
 * because the bound applies only without faults.
 */
public final class BoundTrials {
  private static final long MINUTE = 60_000;
  private static final long START = 1_700_000_400_000L;

  private BoundTrials() {}

  /** Returns the trial of this seed. The same seed always gives the same trial. */
  public static BoundTrial of(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Scenario scenario = draw(random);
    double load = scenario.loads().get(0);
    Run run = new VirtualTimeSimulator()
        .run(new RunTask(scenario, ComparedPolicy.WEIR, load, seed), (millis, checks) -> {});
    return new BoundTrial(seed, describe(scenario, load), run.excess().worst(), run.bound());
  }

  private static Scenario draw(SplittableRandom random) {
    Topology topology = topology(random);
    TrafficShape trafficShape = withCosts(shape(random), random);
    // Log-uniform: small loads are as likely as large ones.
    double load = Math.rint(Math.exp(random.nextDouble(Math.log(1), Math.log(200))) * 10) / 10;
    long phase = random.nextLong(MINUTE);
    return new Scenario(
        "trial",
        "Fleet and traffic drawn from a seed.",
        trafficShape,
        List.of(load),
        topology,
        new TimeSpan(START + phase, random.nextLong(90, 240) * 1_000, 10),
        List.of());
  }

  /** Draws a topology. A third of them have a single region with more processes, which is the most common fleet. */
  private static Topology topology(SplittableRandom random) {
    boolean isRegion = random.nextInt(3) == 0;
    return new Topology(
        isRegion ? 1 : random.nextInt(2, 9),
        isRegion ? random.nextInt(2, 10) : random.nextInt(1, 4),
        delay(random, 5),
        delay(random, 120));
  }

  /**
   * Draws the costs. A third of the shapes has cost 1, a third costs of up to five, a third costs of up to a tenth of
   * the limit; half of them use batches too.
   */
  private static TrafficShape withCosts(DrawnShape drawnShape, SplittableRandom random) {
    long largest = switch (random.nextInt(3)) {
      case 0 -> 1;
      case 1 -> 5;
      default -> Math.max(2, drawnShape.limit() / 10);
    };
    boolean batches = random.nextBoolean();
    return largest == 1 && !batches
        ? drawnShape.shape()
        : new LargerChecks(drawnShape.shape(), largest, batches);
  }

  private record DrawnShape(TrafficShape shape, long limit) {}

  private static Delay delay(SplittableRandom random, int max) {
    long min = random.nextLong(0, max);
    return new Delay(min, random.nextLong(min, max) + 1);
  }

  private static DrawnShape shape(SplittableRandom random) {
    double limit = Math.rint(Math.exp(random.nextDouble(Math.log(5), Math.log(1_000))));
    double window = (random.nextBoolean() ? 1 : 2) * (double) MINUTE;
    Map<ShapeSetting, Double> settings =
        Map.of(ShapeSetting.LIMIT, limit, ShapeSetting.WINDOW, window);
    TrafficShape trafficShape = switch (random.nextInt(5)) {
      case 0 -> ShapeTemplate.HOT_KEY.shape(settings);
      case 1 -> ShapeTemplate.ROAMER.shape(settings);
      case 2 ->
        ShapeTemplate.BOUNDARY.shape(Map.of(
            ShapeSetting.LIMIT, limit, ShapeSetting.WINDOW, window, ShapeSetting.SPENDERS, 2.0));
      case 3 -> new CommutingSpender((long) limit, (long) window, random.nextInt(1, 4));
      default -> ShapeTemplate.EVEN_SPREAD.shape(settings);
    };
    return new DrawnShape(trafficShape, (long) limit);
  }

  private static String describe(Scenario scenario, double load) {
    return String.format(
        Locale.ROOT,
        "%s: %s at %.1f, %d regions of %d, near %d ms, far %d ms",
        scenario.shape().name(),
        scenario.shape(),
        load,
        scenario.topology().regions(),
        scenario.topology().nodes(),
        scenario.topology().near().maxMillis(),
        scenario.topology().far().maxMillis());
  }
}
