// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic.shapes;

import io.weir.Limit;
import io.weir.simulator.traffic.Ask;
import io.weir.simulator.traffic.Ground;
import io.weir.simulator.traffic.Shape;
import io.weir.simulator.traffic.Spender;
import io.weir.simulator.traffic.Traffic;
import io.weir.simulator.traffic.flow.Metronome;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * The attack that no region notices by itself: one spender goes from region to region with every check, at even distances
 * in time. The load is what it tries to spend, in limits per window.
 *
 * @param limit what it may spend per window
 * @param windowMillis how long a window is
 * @param phaseMillis how old a window is when the attack begins
 */
public record EvenSpread(long limit, long windowMillis, long phaseMillis) implements Shape {

  public EvenSpread {
    Setting.LIMIT.check(limit);
    Setting.WINDOW.check(windowMillis);
    Setting.PHASE.check(phaseMillis);
    if (phaseMillis >= windowMillis) {
      throw new IllegalArgumentException("phase must be less than the window, %d ms, but was %d"
          .formatted(windowMillis, phaseMillis));
    }
  }

  @Override
  public String name() {
    return "even-spread";
  }

  @Override
  public Traffic traffic(Ground ground, double load) {
    Limit only = Limit.of(limit, Duration.ofMillis(windowMillis));
    return new Attack(
        new Spender(0, "workspace", only),
        ground,
        new Metronome(ground, only, load, phaseMillis),
        ground.random());
  }

  private record Attack(
      Spender spender, Ground ground, Metronome metronome, SplittableRandom random)
      implements Traffic {

    @Override
    public List<Spender> spenders() {
      return List.of(spender);
    }

    @Override
    public void until(long epochMillis, Consumer<Ask> desk) {
      while (metronome.tryBeat(epochMillis)) {
        int region = (int) ((metronome.beats() - 1) % ground.regions());
        desk.accept(new Ask(spender, region, random.nextDouble(), 1));
      }
    }
  }
}
