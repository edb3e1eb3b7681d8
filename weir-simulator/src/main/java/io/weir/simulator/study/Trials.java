// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.study;

import io.weir.simulator.bound.Trial;
import io.weir.simulator.measure.VirtualTime;
import io.weir.simulator.result.Run;
import io.weir.simulator.run.Contender;
import io.weir.simulator.run.Task;
import io.weir.simulator.scenario.Scenario;
import io.weir.simulator.scenario.Scenario.Delay;
import io.weir.simulator.scenario.Scenario.Span;
import io.weir.simulator.scenario.Scenario.Terrain;
import io.weir.simulator.traffic.Shape;
import io.weir.simulator.traffic.shapes.Setting;
import io.weir.simulator.traffic.shapes.Shapes;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/** Fleets and traffic of all kinds, to see whether the bound ever fails. Nothing fails in them: that is what it is for. */
public final class Trials {
  private static final long MINUTE = 60_000;
  private static final long START = 1_700_000_400_000L;

  private Trials() {}

  /** The trial of this seed, always the same. */
  public static Trial of(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Scenario scenario = draw(random);
    double load = scenario.loads().get(0);
    Run run = new VirtualTime()
        .run(new Task(scenario, Contender.WEIR, load, seed), (millis, checks) -> {});
    return new Trial(seed, words(scenario, load), run.excess().worst(), run.bound());
  }

  private static Scenario draw(SplittableRandom random) {
    Terrain terrain = terrain(random);
    Shape shape = priced(shape(random), random);
    // As often small as large.
    double load = Math.rint(Math.exp(random.nextDouble(Math.log(1), Math.log(200))) * 10) / 10;
    long phase = random.nextLong(MINUTE);
    return new Scenario(
        "trial",
        "Fleet and traffic drawn from a seed.",
        shape,
        List.of(load),
        terrain,
        new Span(START + phase, random.nextLong(90, 240) * 1_000, 10),
        List.of());
  }

  /** A third of them is one region with more processes: the commonest fleet. */
  private static Terrain terrain(SplittableRandom random) {
    boolean isRegion = random.nextInt(3) == 0;
    return new Terrain(
        isRegion ? 1 : random.nextInt(2, 9),
        isRegion ? random.nextInt(2, 10) : random.nextInt(1, 4),
        delay(random, 5),
        delay(random, 120));
  }

  /** A third of cost 1, a third at costs of up to five, a third at costs of up to a tenth of the limit; half of them in batches too. */
  private static Shape priced(Drawn drawn, SplittableRandom random) {
    long largest = switch (random.nextInt(3)) {
      case 0 -> 1;
      case 1 -> 5;
      default -> Math.max(2, drawn.limit() / 10);
    };
    boolean batches = random.nextBoolean();
    return largest == 1 && !batches ? drawn.shape() : new Priced(drawn.shape(), largest, batches);
  }

  private record Drawn(Shape shape, long limit) {}

  private static Delay delay(SplittableRandom random, int most) {
    long least = random.nextLong(0, most);
    return new Delay(least, random.nextLong(least, most) + 1);
  }

  private static Drawn shape(SplittableRandom random) {
    double limit = Math.rint(Math.exp(random.nextDouble(Math.log(5), Math.log(1_000))));
    double window = (random.nextBoolean() ? 1 : 2) * (double) MINUTE;
    Map<Setting, Double> usual = Map.of(Setting.LIMIT, limit, Setting.WINDOW, window);
    Shape shape = switch (random.nextInt(5)) {
      case 0 -> Shapes.HOT_KEY.shape(usual);
      case 1 -> Shapes.ROAMER.shape(usual);
      case 2 ->
        Shapes.BOUNDARY.shape(
            Map.of(Setting.LIMIT, limit, Setting.WINDOW, window, Setting.SPENDERS, 2.0));
      case 3 -> new Commuter((long) limit, (long) window, random.nextInt(1, 4));
      default -> Shapes.EVEN_SPREAD.shape(usual);
    };
    return new Drawn(shape, (long) limit);
  }

  private static String words(Scenario scenario, double load) {
    return String.format(
        Locale.ROOT,
        "%s: %s at %.1f, %d regions of %d, near %d ms, far %d ms",
        scenario.shape().name(),
        scenario.shape(),
        load,
        scenario.terrain().regions(),
        scenario.terrain().nodes(),
        scenario.terrain().near().mostMillis(),
        scenario.terrain().far().mostMillis());
  }
}
