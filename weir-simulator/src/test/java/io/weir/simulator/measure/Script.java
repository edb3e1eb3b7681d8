// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.measure;

import io.weir.Limit;
import io.weir.simulator.traffic.Ask;
import io.weir.simulator.traffic.Ground;
import io.weir.simulator.traffic.Shape;
import io.weir.simulator.traffic.Spender;
import io.weir.simulator.traffic.Traffic;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * One spender, in several regions: each asks for 1 every so often.
 *
 * @param limit what it may spend in a minute
 * @param lines who asks when
 * @param before is called with the time passed before checks are made; may throw
 */
record Script(long limit, List<Line> lines, Consumer<Long> before) implements Shape {

  /**
   * One region's checks.
   *
   * @param region where
   * @param fromMillis when the first is made, counted from the start
   * @param untilMillis no more from here on
   * @param everyMillis between two of them
   */
  record Line(int region, long fromMillis, long untilMillis, long everyMillis) {}

  static Script of(long limit, Line... lines) {
    return new Script(limit, List.of(lines), passed -> {});
  }

  @Override
  public String name() {
    return "script";
  }

  @Override
  public Traffic traffic(Ground ground, double load) {
    Spender spender = new Spender(0, "w", Limit.of(limit, Duration.ofMinutes(1)));
    long[] next = lines.stream().mapToLong(Line::fromMillis).toArray();
    return new Traffic() {
      @Override
      public List<Spender> spenders() {
        return List.of(spender);
      }

      @Override
      public void until(long epochMillis, Consumer<Ask> desk) {
        long passed = epochMillis - ground.startMillis();
        before.accept(passed);
        for (int i = 0; i < next.length; i++) {
          Line line = lines.get(i);
          for (; next[i] <= passed && next[i] < line.untilMillis(); next[i] += line.everyMillis()) {
            desk.accept(new Ask(spender, line.region(), 0, 1));
          }
        }
      }
    };
  }
}
