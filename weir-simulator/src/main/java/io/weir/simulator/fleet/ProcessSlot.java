// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.fleet;

import io.weir.LimitPolicy;
import io.weir.engine.Engine;
import io.weir.engine.Limiter;
import io.weir.simulator.traffic.Spender;
import io.weir.time.EpochClock;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A seat of a region, and the process that has it, if any. */
public final class ProcessSlot {
  /** What can be asked of a process. */
  private record LimiterKey(String workspace, LimitPolicy limit) {}

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
  private final Map<LimiterKey, Limiter> limiters = new HashMap<>();
  private @Nullable ProcessInstance process;
  private @Nullable Engine engine;
  private ProcessInstance.OriginChoice origin = ProcessInstance.OriginChoice.FIRST;
  private boolean isPaused;
  private boolean isDraining;

  ProcessSlot(int region, String name, EpochClock truth) {
    this.region = region;
    this.name = name;
    this.clock = new WallClock(truth);
  }

  void start(ProcessInstance next, Engine with) {
    process = next;
    engine = with;
    isDraining = false;
  }

  void stop() {
    process = null;
    engine = null;
    isPaused = false;
    limiters.clear();
  }

  void pause(boolean paused) {
    isPaused = paused;
  }

  /** Takes no more checks: it is about to end in good order. */
  void drain() {
    isDraining = true;
  }

  /** Which of its region's origins whoever takes the seat has. */
  ProcessInstance.OriginChoice origin() {
    return origin;
  }

  void origin(ProcessInstance.OriginChoice next) {
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
  public @Nullable ProcessInstance process() {
    return process;
  }

  /** What decides there; null while nobody has the seat. */
  public @Nullable Engine engine() {
    return engine;
  }

  /** Whether it takes checks. */
  public boolean isOpen() {
    return engine != null && !isPaused && !isDraining;
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
        new LimiterKey(spender.workspace(), spender.limit()),
        limiterKey ->
            decider.limiter(limiterKey.workspace(), Spender.NAMESPACE, limiterKey.limit()));
  }
}
