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
 * An attacker who spends in one region until it is refused there a few times in a row, then goes to the next. The load is
 * what it tries to spend, in limits per window, at even distances in time.
 *
 * @param limit what it may spend per window
 * @param windowMillis how long a window is
 * @param patience how many refusals in a row make it move on
 */
public record Roaming(long limit, long windowMillis, int patience) implements Shape {

  public Roaming {
    Setting.LIMIT.check(limit);
    Setting.WINDOW.check(windowMillis);
    Setting.PATIENCE.check(patience);
  }

  @Override
  public String name() {
    return "roaming";
  }

  @Override
  public Traffic traffic(Ground ground, double load) {
    Limit only = Limit.of(limit, Duration.ofMillis(windowMillis));
    return new Nomad(new Spender(0, "workspace", only), ground, load, patience);
  }

  private static final class Nomad implements Traffic {
    private final Spender spender;
    private final Metronome metronome;
    private final SplittableRandom random;
    private final int regions;
    private final int patience;
    private int region;
    private int refusals;

    Nomad(Spender spender, Ground ground, double load, int patience) {
      this.spender = spender;
      this.metronome = new Metronome(
          ground, spender.limit(), load, ground.startMillis() % spender.limit().durationMillis());
      this.random = ground.random();
      this.regions = ground.regions();
      this.patience = patience;
    }

    @Override
    public List<Spender> spenders() {
      return List.of(spender);
    }

    @Override
    public void until(long epochMillis, Consumer<Ask> desk) {
      while (metronome.tryBeat(epochMillis)) {
        desk.accept(new Ask(spender, region, random.nextDouble(), 1));
      }
    }

    /** An answer that comes late, from a region that was left meanwhile, says nothing about the one where it is now. */
    @Override
    public void decided(Ask ask, boolean allowed) {
      if (ask.region() != region) {
        return;
      }
      refusals = allowed ? 0 : refusals + 1;
      if (refusals == patience) {
        refusals = 0;
        region = (region + 1) % regions;
      }
    }
  }
}
