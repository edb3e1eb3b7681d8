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

  /** A process of the region. */
  TestProcess peer() {
    return peer(builder -> builder);
  }

  /** A process with something else about it. */
  TestProcess peer(UnaryOperator<EngineBuilder> with) {
    return add(builder -> with.apply(builder.origin(origin)));
  }

  /** A process with only what it is given. */
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

  /** What the origin holds of the current cell. */
  long total(LimitPolicy limitPolicy, String identifier) {
    return origin.store().total(cell(limitPolicy, identifier));
  }

  /** The same of another workspace. */
  long total(String workspace, LimitPolicy limitPolicy, String identifier) {
    return origin.store().total(cell(workspace, limitPolicy, identifier));
  }
}
