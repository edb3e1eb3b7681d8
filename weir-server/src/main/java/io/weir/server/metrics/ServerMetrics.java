// SPDX-License-Identifier: Apache-2.0
package io.weir.server.metrics;

import io.weir.Observer;
import io.weir.memory.MemoryPlan;
import io.weir.memory.MemoryUse;
import io.weir.server.directory.budget.DirectoryBudget;
import io.weir.server.directory.budget.DirectoryUsage;
import io.weir.server.metrics.MetricRegistry.MetricName;
import io.weir.time.NanoClock;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** All metrics of one server. */
public final class ServerMetrics {
  private final MetricRegistry registry = new MetricRegistry();
  private final EngineMetrics engine;
  private final HttpMetrics http = new HttpMetrics();

  /**
   * The fields below are set once by the server when it starts, and read by scrapes. Until then, the engine's own
   * gauge is shown.
   */
  private volatile @Nullable LongSupplier subjects;

  private volatile MemoryPlan memoryPlan = MemoryPlan.ofThisProcess();
  private volatile Supplier<MemoryUse> memoryUse = () -> new MemoryUse(0, 0, 0, 0);
  private volatile BooleanSupplier hasDirectory = () -> true;
  private volatile DoubleSupplier directoryAge = () -> Double.NaN;
  private volatile BooleanSupplier isFromSnapshot = () -> false;
  private volatile DirectoryBudget directoryBudget = DirectoryBudget.unlimited();

  /** Creates the metrics of a server of this version. Counting starts now. */
  public ServerMetrics(NanoClock clock, String version) {
    engine = new EngineMetrics(clock);
    new EngineMetricsBinder(registry, engine)
        .bind(this::subjects, () -> hasDirectory.getAsBoolean());
    bindMemory();
    http.bind(registry);
    registry.gauge(
        "directory_age_seconds",
        "Time since keys, namespaces and overrides were last known to be up to date. NaN before the first time.",
        () -> directoryAge.getAsDouble());
    registry.gauge(
        "directory_from_snapshot",
        "1 while keys, namespaces and overrides come from the snapshot file, because the database was not read "
            + "since the start.",
        () -> isFromSnapshot.getAsBoolean() ? 1 : 0);
    bindDirectoryMemory();
    JvmMetrics.bind(registry, clock, version);
  }

  private void bindMemory() {
    registry.gauge(
        MetricName.of(
            "memory_used_bytes",
            "Memory used by each part of the engine, as the engine counts it.",
            "part"),
        metricValues -> {
          MemoryUse use = memoryUse.get();
          metricValues.add(use.subjects(), "subjects");
          metricValues.add(use.hotCells(), "hot_cells");
          metricValues.add(use.drafts(), "drafts");
          metricValues.add(use.foreignSums(), "foreign_sums");
        });
    registry.gauge(
        MetricName.of("memory_limit_bytes", "Maximum memory for each part of the engine.", "part"),
        metricValues -> {
          MemoryPlan plan = memoryPlan;
          metricValues.add(plan.subjects(), "subjects");
          metricValues.add(plan.hotCells(), "hot_cells");
          metricValues.add(plan.drafts(), "drafts");
          metricValues.add(plan.foreignSums(), "foreign_sums");
        });
  }

  private void bindDirectoryMemory() {
    registry.gauge(
        "directory_memory_bytes",
        "Approximate memory used by keys, namespaces and overrides.",
        () -> directoryBudget.usedBytes());
    registry.gauge(
        "directory_memory_max_bytes",
        "Maximum memory for keys, namespaces and overrides.",
        () -> directoryBudget.maxBytes());
    registry.gauge(
        MetricName.of(
            "directory_left_out",
            "Namespaces and overrides in the database that were not loaded because of the memory limit.",
            "kind"),
        metricValues -> {
          for (DirectoryUsage.EntryKind entryKind : DirectoryUsage.EntryKind.values()) {
            metricValues.add(directoryBudget.leftOut(entryKind), MetricRegistry.labelOf(entryKind));
          }
        });
  }

  /** Returns the observer of the engine. */
  public Observer observer() {
    return engine;
  }

  /** Returns the metrics of HTTP requests. */
  public HttpMetrics http() {
    return http;
  }

  /** Sets the supplier of the number of subjects in memory. */
  public void subjects(LongSupplier inMemory) {
    this.subjects = inMemory;
  }

  /** Sets the engine's memory limits, and the supplier of its current use. */
  public void memory(MemoryPlan plan, Supplier<MemoryUse> use) {
    this.memoryPlan = plan;
    this.memoryUse = use;
  }

  /**
   * Sets the suppliers for whether the store of keys, namespaces and overrides is available, and for the age of the
   * directory.
   */
  public void directory(BooleanSupplier isAvailable, DoubleSupplier ageSeconds) {
    this.hasDirectory = isAvailable;
    this.directoryAge = ageSeconds;
  }

  /** Sets the memory budget of keys, namespaces and overrides. */
  public void directoryMemory(DirectoryBudget budget) {
    this.directoryBudget = budget;
  }

  /** Sets the supplier for whether keys, namespaces and overrides come from a snapshot. */
  public void snapshot(BooleanSupplier isInUse) {
    this.isFromSnapshot = isInUse;
  }

  private double subjects() {
    LongSupplier supplier = subjects;
    return supplier == null ? engine.gauge(Observer.Gauge.SUBJECTS) : supplier.getAsLong();
  }

  /** Returns all metrics in Prometheus's text format, of type {@link #contentType}. */
  public String scrape() {
    return registry.scrape();
  }

  /** Returns the media type of a scrape. */
  public static String contentType() {
    return PrometheusText.CONTENT_TYPE;
  }
}
