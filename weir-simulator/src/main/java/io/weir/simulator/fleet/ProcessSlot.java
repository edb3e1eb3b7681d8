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

/** A place for a process in a region, and the process that runs there, if any. */
public final class ProcessSlot {
  /** The key of a cached limiter. */
  private record LimiterKey(String workspace, LimitPolicy limit) {}

  /** A wall clock that deviates from the true time by an adjustable offset. */
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

  void start(ProcessInstance next, Engine nextEngine) {
    process = next;
    engine = nextEngine;
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

  /** Stops taking checks before a clean shutdown. */
  void drain() {
    isDraining = true;
  }

  /** Returns the origin that the next process in this slot uses. */
  ProcessInstance.OriginChoice origin() {
    return origin;
  }

  void origin(ProcessInstance.OriginChoice next) {
    origin = next;
  }

  /** Returns its name, such as "region-2/node-0". */
  public String name() {
    return name;
  }

  /** Returns the number of its region. */
  public int region() {
    return region;
  }

  /** Returns the time of its wall clock. */
  public long epochMillis() {
    return clock.epochMillis();
  }

  WallClock clock() {
    return clock;
  }

  /** Returns the process in this slot, or null if there is none. */
  public @Nullable ProcessInstance process() {
    return process;
  }

  /** Returns the engine in this slot, or null if no process runs. */
  public @Nullable Engine engine() {
    return engine;
  }

  /** Returns whether it takes checks. */
  public boolean isOpen() {
    return engine != null && !isPaused && !isDraining;
  }

  /** Returns whether its background agents run. */
  boolean isAwake() {
    return engine != null && !isPaused;
  }

  /** Returns the limiter for this spender. Call it only on an open slot. */
  public Limiter limiter(Spender spender) {
    Engine current = engine;
    if (current == null) {
      throw new IllegalStateException("no process runs as " + name);
    }
    return limiters.computeIfAbsent(
        new LimiterKey(spender.workspace(), spender.limit()),
        limiterKey ->
            current.limiter(limiterKey.workspace(), Spender.NAMESPACE, limiterKey.limit()));
  }
}
