// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.rig;

import io.weir.CellKey;
import io.weir.LimitPolicy;
import io.weir.SubjectKey;
import io.weir.engine.Engine;
import io.weir.engine.EngineBuilder;
import io.weir.time.ManualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;

/** Processes on one clock, stepped by the test: nothing happens at any other time. */
public final class TestProcesses {
  /** Begins a window of 1, 10, 60, 300 and 600 seconds. */
  public static final long START = 1_700_000_400_000L;

  private static final String WORKSPACE = "w";

  private final ManualClock clock;
  private final List<TestProcess> processes = new ArrayList<>();
  private long drawn;

  /** Nobody yet, at {@link #START}. */
  public TestProcesses() {
    this(START, 0);
  }

  /**
   * Nobody yet.
   *
   * @param startMillis the Unix millisecond at which the clock stands
   * @param seed where the processes' random numbers descend from
   */
  public TestProcesses(long startMillis, long seed) {
    this.clock = new ManualClock(startMillis);
    this.drawn = seed;
  }

  /** The time of all of them. */
  public ManualClock clock() {
    return clock;
  }

  /** A process with only what it is given, stepped after those that came before it. */
  public TestProcess add(UnaryOperator<EngineBuilder> with) {
    CountingObserver countingObserver = new CountingObserver();
    EngineBuilder builder = Engine.builder()
        .clock(clock)
        .elapsed(clock)
        .random(new SplittableRandom(++drawn))
        .observer(countingObserver)
        .closeMillis(100);
    TestProcess testProcess =
        new TestProcess(with.apply(builder).build(), countingObserver, WORKSPACE);
    processes.add(testProcess);
    return testProcess;
  }

  /** Lets everybody do what there is to do at this instant. */
  public void settle() {
    processes.forEach(TestProcess::settle);
  }

  /** Lets time pass, a millisecond at a time. */
  public void pass(long millis) {
    pass(millis, 1);
  }

  /** Lets time pass in steps of so many milliseconds, the last of which may be shorter. */
  public void pass(long millis, long step) {
    for (long left = millis; left > 0; left -= step) {
      clock.advanceMillis(Math.min(step, left));
      settle();
    }
  }

  /** Takes a process out, as if it had been killed. */
  public void kill(TestProcess testProcess) {
    processes.remove(testProcess);
  }

  /** The current cell of this identifier in workspace "w". */
  public CellKey cell(LimitPolicy limitPolicy, String identifier) {
    return cell(WORKSPACE, limitPolicy, identifier);
  }

  /** The current cell of this identifier. */
  public CellKey cell(String workspace, LimitPolicy limitPolicy, String identifier) {
    return new CellKey(
        new SubjectKey(workspace, "n", identifier, limitPolicy.durationMillis()),
        Math.floorDiv(clock.epochMillis(), limitPolicy.durationMillis()));
  }
}
