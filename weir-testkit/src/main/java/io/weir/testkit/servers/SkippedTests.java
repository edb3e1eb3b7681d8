// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Counts the tests of a run that were skipped because a server was unavailable, and reports the number at the end.
 * Discovered by JUnit.
 */
public final class SkippedTests implements TestExecutionListener {
  /** The number of tests by the reason why they were skipped. Tests may run in parallel. */
  private final Map<String, Long> skipped = new ConcurrentSkipListMap<>();

  private final AtomicReference<@Nullable TestPlan> plan = new AtomicReference<>();
  private final Consumer<String> outlet;

  /** Creates a listener that reports to the log. */
  public SkippedTests() {
    this(line -> System.getLogger("io.weir.testkit").log(System.Logger.Level.WARNING, line));
  }

  SkippedTests(Consumer<String> outlet) {
    this.outlet = outlet;
  }

  @Override
  public void testPlanExecutionStarted(TestPlan testPlan) {
    plan.set(testPlan);
    skipped.clear();
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (result.getThrowable().orElse(null) instanceof RequiredServers.ServerMissing missing) {
      skipped.merge(String.valueOf(missing.getMessage()), testsIn(test), Long::sum);
    }
  }

  /** A class that is skipped before its first test counts with all of its tests. */
  private long testsIn(TestIdentifier ended) {
    TestPlan running = plan.get();
    if (ended.isTest() || running == null) {
      return 1;
    }
    long leaves = running.getDescendants(ended).stream()
        .filter(each -> running.getChildren(each).isEmpty())
        .count();
    return Math.max(1, leaves);
  }

  @Override
  public void testPlanExecutionFinished(TestPlan testPlan) {
    skipped.forEach((reason, count) -> outlet.accept("weir: " + count
        + (count == 1 ? " test was" : " tests were") + " skipped, because " + reason));
  }
}
