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

/** Processes that share a clock and are stepped by the test; they do nothing at any other time. */
public final class TestProcesses {
  /** The start of a window of 1, 10, 60, 300 and 600 seconds. */
  public static final long START = 1_700_000_400_000L;

  private static final String WORKSPACE = "w";

  private final ManualClock clock;
  private final List<TestProcess> processes = new ArrayList<>();
  private long drawn;

  /** Creates an empty set of processes at {@link #START}. */
  public TestProcesses() {
    this(START, 0);
  }

  /**
   * Creates an empty set of processes.
   *
   * @param startMillis the clock's initial time in Unix milliseconds
   * @param seed the seed of the processes' random numbers
   */
  public TestProcesses(long startMillis, long seed) {
    this.clock = new ManualClock(startMillis);
    this.drawn = seed;
  }

  /** Returns the clock that all of them share. */
  public ManualClock clock() {
    return clock;
  }

  /** Adds a process with only these settings. It is stepped after those added before it. */
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

  /** Steps all processes until there is nothing left to do at this instant. */
  public void settle() {
    processes.forEach(TestProcess::settle);
  }

  /** Lets time pass, a millisecond at a time. */
  public void pass(long millis) {
    pass(millis, 1);
  }

  /** Lets time pass in steps of this many milliseconds; the last one may be shorter. */
  public void pass(long millis, long step) {
    for (long left = millis; left > 0; left -= step) {
      clock.advanceMillis(Math.min(step, left));
      settle();
    }
  }

  /** Removes a process, as if it had been killed. */
  public void kill(TestProcess testProcess) {
    processes.remove(testProcess);
  }

  /** Returns the current cell of this identifier in workspace "w". */
  public CellKey cell(LimitPolicy limitPolicy, String identifier) {
    return cell(WORKSPACE, limitPolicy, identifier);
  }

  /** Returns the current cell of this identifier. */
  public CellKey cell(String workspace, LimitPolicy limitPolicy, String identifier) {
    return new CellKey(
        new SubjectKey(workspace, "n", identifier, limitPolicy.durationMillis()),
        Math.floorDiv(clock.epochMillis(), limitPolicy.durationMillis()));
  }
}
