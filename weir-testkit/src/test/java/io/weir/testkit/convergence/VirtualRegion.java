// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import io.weir.CellKey;
import io.weir.LimitPolicy;
import io.weir.engine.EngineBuilder;
import io.weir.testkit.rig.TestProcess;
import io.weir.testkit.rig.TestProcesses;
import io.weir.time.ManualClock;
import java.util.function.UnaryOperator;

/** Processes on one clock and one origin, stepped by the test. */
final class VirtualRegion {
  static final long START = TestProcesses.START;

  private final TestProcesses testProcesses = new TestProcesses();
  final ManualClock clock = testProcesses.clock();
  final ScriptedOrigin origin = new ScriptedOrigin(clock);

  /** Adds a process of the region. */
  TestProcess peer() {
    return peer(builder -> builder);
  }

  /** Adds a process with additional settings. */
  TestProcess peer(UnaryOperator<EngineBuilder> with) {
    return add(builder -> with.apply(builder.origin(origin)));
  }

  /** Adds a process with only these settings. */
  TestProcess add(UnaryOperator<EngineBuilder> with) {
    return testProcesses.add(with);
  }

  void settle() {
    testProcesses.settle();
  }

  void pass(long millis) {
    testProcesses.pass(millis);
  }

  void pass(long millis, long step) {
    testProcesses.pass(millis, step);
  }

  void kill(TestProcess testProcess) {
    testProcesses.kill(testProcess);
  }

  CellKey cell(LimitPolicy limitPolicy, String identifier) {
    return testProcesses.cell(limitPolicy, identifier);
  }

  CellKey cell(String workspace, LimitPolicy limitPolicy, String identifier) {
    return testProcesses.cell(workspace, limitPolicy, identifier);
  }

  /** Returns the origin's count of the current cell. */
  long total(LimitPolicy limitPolicy, String identifier) {
    return origin.store().total(cell(limitPolicy, identifier));
  }

  /** Returns the same for another workspace. */
  long total(String workspace, LimitPolicy limitPolicy, String identifier) {
    return origin.store().total(cell(workspace, limitPolicy, identifier));
  }
}
