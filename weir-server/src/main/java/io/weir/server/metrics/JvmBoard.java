// SPDX-License-Identifier: Apache-2.0
package io.weir.server.metrics;

import io.weir.server.metrics.Board.Named;
import io.weir.time.NanoClock;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.ThreadMXBean;
import java.util.List;

/** Puts what the process itself is doing on the board. */
final class JvmBoard {
  private JvmBoard() {}

  static void show(Board board, NanoClock clock, String version) {
    MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();
    long startNanos = clock.nanoTime();
    board.gauge(
        "jvm_heap_used_bytes",
        "Heap memory in use.",
        () -> memory.getHeapMemoryUsage().getUsed());
    board.gauge(
        "jvm_heap_max_bytes",
        "Maximum heap size.",
        () -> memory.getHeapMemoryUsage().getMax());
    board.gauge("jvm_threads", "Live threads.", threads::getThreadCount);
    board.counter(
        Named.of("jvm_gc_seconds_total", "Time spent in garbage collection."),
        values -> values.add(collectors.stream()
                .mapToLong(c -> Math.max(0, c.getCollectionTime()))
                .sum()
            / 1_000.0));
    board.gauge(
        "uptime_seconds",
        "Time since the server started.",
        () -> (clock.nanoTime() - startNanos) / 1e9);
    board.gauge(
        Named.of(
            "build_info",
            "Always 1. The labels hold the versions of Weir and Java.",
            "version",
            "java"),
        values -> values.add(1, version, Runtime.version().toString()));
  }
}
