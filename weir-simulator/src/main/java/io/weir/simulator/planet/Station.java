// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.planet;

import io.weir.Limit;
import io.weir.engine.Engine;
import io.weir.engine.Limiter;
import io.weir.simulator.traffic.Spender;
import io.weir.time.EpochClock;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A seat of a region, and the process that has it, if any. */
public final class Station {
  /** What can be asked of a process. */
  private record Menu(String workspace, Limit limit) {}

  /** A wall clock that is wrong by as much as it was set wrong. */
  static final class WallClock implements EpochClock {
    private final EpochClock truth;
    private long ahead;

    private WallClock(EpochClock truth) {
      this.truth = truth;
    }

    @Override
    public long epochMillis() {
      return truth.epochMillis() + ahead;
    }

    void step(long millis) {
      ahead += millis;
    }
  }

  private final int region;
  private final String name;
  private final WallClock clock;
  private final Map<Menu, Limiter> limiters = new HashMap<>();
  private @Nullable Life life;
  private @Nullable Engine engine;
  private Life.Which origin = Life.Which.FIRST;
  private boolean isPaused;
  private boolean isLeaving;

  Station(int region, String name, EpochClock truth) {
    this.region = region;
    this.name = name;
    this.clock = new WallClock(truth);
  }

  void begin(Life next, Engine with) {
    life = next;
    engine = with;
    isLeaving = false;
  }

  void end() {
    life = null;
    engine = null;
    isPaused = false;
    limiters.clear();
  }

  void pause(boolean paused) {
    isPaused = paused;
  }

  /** Takes no more checks: it is about to end in good order. */
  void leave() {
    isLeaving = true;
  }

  /** Which of its region's origins whoever takes the seat has. */
  Life.Which origin() {
    return origin;
  }

  void origin(Life.Which next) {
    origin = next;
  }

  /** Its name, such as "region-2/node-0". */
  public String name() {
    return name;
  }

  /** The number of its region. */
  public int region() {
    return region;
  }

  /** What its wall clock says. */
  public long epochMillis() {
    return clock.epochMillis();
  }

  WallClock clock() {
    return clock;
  }

  /** The process that has the seat; null while nobody has. */
  public @Nullable Life life() {
    return life;
  }

  /** What decides there; null while nobody has the seat. */
  public @Nullable Engine engine() {
    return engine;
  }

  /** Whether it takes checks. */
  public boolean isOpen() {
    return engine != null && !isPaused && !isLeaving;
  }

  /** Whether its agents have their turns. */
  boolean isAwake() {
    return engine != null && !isPaused;
  }

  /** Answers checks of this spender; only for an open one. */
  public Limiter limiter(Spender spender) {
    Engine decider = engine;
    if (decider == null) {
      throw new IllegalStateException("no process runs as " + name);
    }
    return limiters.computeIfAbsent(
        new Menu(spender.workspace(), spender.limit()),
        menu -> decider.limiter(menu.workspace(), Spender.NAMESPACE, menu.limit()));
  }
}
