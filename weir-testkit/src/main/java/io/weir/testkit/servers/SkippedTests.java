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

/** Counts the tests of a run that were skipped for want of a server, and tells at its end. Found by JUnit itself. */
public final class SkippedTests implements TestExecutionListener {
  /** Tests by the reason why they were skipped. Tests may run side by side. */
  private final Map<String, Long> skipped = new ConcurrentSkipListMap<>();

  private final AtomicReference<@Nullable TestPlan> plan = new AtomicReference<>();
  private final Consumer<String> outlet;

  /** Tells through the log. */
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

  /** A class that is skipped before its first test takes all of its tests with it. */
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
