// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.tags;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/** Fails a test class that has no tag and computes for too long. Found by JUnit itself, in modules that use the test kit. */
public final class UntaggedCost implements BeforeAllCallback, AfterAllCallback {
  /*
   * Measured is what the whole JVM computes while the class runs: its threads, the compiler and the collector. Classes of a JVM
   * run one after the other, so nothing else is in it, and unlike the time on the wall it hardly depends on what else the
   * machine does.
   */

  /**
   * What a class without a tag may use. The most costly ones use three seconds, and seven on a machine with ten times more to run
   * than it has cores. A lower limit would meet those on a slow machine, a higher one would let one class double the time of a
   * check.
   */
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private static final String BEFORE = "before";

  private final Namespace mine = Namespace.create(this);
  private final LongSupplier computedNanos;

  /** Measures this JVM. */
  public UntaggedCost() {
    this(ofThisProcess());
  }

  UntaggedCost(LongSupplier computedNanos) {
    this.computedNanos = computedNanos;
  }

  /** Where a JVM can't tell, the time stands still, and nothing is too long. */
  private static LongSupplier ofThisProcess() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
        ? system::getProcessCpuTime
        : () -> 0;
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    context.getStore(mine).put(BEFORE, computedNanos.getAsLong());
  }

  @Override
  public void afterAll(ExtensionContext context) {
    Class<?> type = context.getRequiredTestClass();
    if (type.isMemberClass() || !context.getTags().isEmpty()) {
      return; // a member is part of another class, or a subject of a test
    }
    long before = context.getStore(mine).getOrDefault(BEFORE, Long.class, Long.MAX_VALUE);
    Duration used = Duration.ofNanos(computedNanos.getAsLong() - before);
    if (used.compareTo(LIMIT) > 0) {
      throw new AssertionError(
          "%s computed for %.1f s, but a test class without a tag may for %d s: tag it, say as stress"
              .formatted(type.getName(), used.toMillis() / 1000.0, LIMIT.toSeconds()));
    }
  }
}
