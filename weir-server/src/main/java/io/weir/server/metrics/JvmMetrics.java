// SPDX-License-Identifier: Apache-2.0
package io.weir.server.metrics;

import io.weir.server.metrics.MetricRegistry.MetricName;
import io.weir.time.NanoClock;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.ThreadMXBean;
import java.util.List;

/** Registers metrics of the JVM and the process. */
final class JvmMetrics {
  private JvmMetrics() {}

  static void bind(MetricRegistry metricRegistry, NanoClock clock, String version) {
    MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();
    long startNanos = clock.nanoTime();
    metricRegistry.gauge(
        "jvm_heap_used_bytes",
        "Heap memory in use.",
        () -> memory.getHeapMemoryUsage().getUsed());
    metricRegistry.gauge(
        "jvm_heap_max_bytes",
        "Maximum heap size.",
        () -> memory.getHeapMemoryUsage().getMax());
    metricRegistry.gauge("jvm_threads", "Live threads.", threads::getThreadCount);
    metricRegistry.counter(
        MetricName.of("jvm_gc_seconds_total", "Time spent in garbage collection."),
        metricValues -> metricValues.add(collectors.stream()
                .mapToLong(c -> Math.max(0, c.getCollectionTime()))
                .sum()
            / 1_000.0));
    metricRegistry.gauge(
        "uptime_seconds",
        "Time since the server started.",
        () -> (clock.nanoTime() - startNanos) / 1e9);
    metricRegistry.gauge(
        MetricName.of(
            "build_info",
            "Always 1. The labels hold the versions of Weir and Java.",
            "version",
            "java"),
        metricValues -> metricValues.add(1, version, Runtime.version().toString()));
  }
}
