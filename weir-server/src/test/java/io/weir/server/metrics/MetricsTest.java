// SPDX-License-Identifier: Apache-2.0
package io.weir.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Event;
import io.weir.memory.MemoryPlan;
import io.weir.memory.MemoryUse;
import io.weir.server.metrics.HttpMetrics.Operation;
import io.weir.server.metrics.HttpMetrics.Refused;
import io.weir.server.metrics.HttpMetrics.Shed;
import io.weir.time.ManualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What a server counts is shown to Prometheus")
class MetricsTest {
  private final ManualClock clock = new ManualClock(0);
  private final Metrics metrics = new Metrics(clock, "1.2.3");

  private double value(String series) {
    return Scrape.of(metrics).value(series);
  }

  /** The table of the page: name, type, labels, meaning, what to watch for. */
  private static Map<String, Scrape.Family> page() throws IOException {
    Map<String, Scrape.Family> rows = new TreeMap<>();
    for (String line : Files.readAllLines(Path.of("..", "docs", "metrics.md"))) {
      if (line.startsWith("| `" + Board.PREFIX)) {
        String[] cells = line.split(" *\\| *", -1);
        Set<String> labels = Arrays.stream(cells[3].split("[`, ]+"))
            .filter(label -> !label.isEmpty())
            .collect(Collectors.toCollection(TreeSet::new));
        Scrape.Family before =
            rows.put(cells[1].replace("`", ""), new Scrape.Family(cells[2], labels, cells[4]));
        assertThat(before).as(line).isNull();
      }
    }
    return rows;
  }

  @Test
  @DisplayName(
      "The page of metrics has what a fresh server shows: names, types, labels and meaning")
  void thePageEqualsTheScrape() throws IOException {
    assertThat(page()).isEqualTo(Scrape.of(metrics).families());
  }

  @Test
  @DisplayName("Every name is there before anything has happened, with a value")
  void everythingIsThereFromTheStart() {
    Scrape scrape = Scrape.of(metrics);

    assertThat(scrape.families().keySet())
        .hasSizeGreaterThan(40)
        .allMatch(name -> name.startsWith("weir_ratelimit_"))
        .allMatch(
            name -> scrape.values().keySet().stream().anyMatch(series -> series.startsWith(name)));
  }

  @Test
  @DisplayName("The memory of the engine's parts is shown beside what they may take")
  void memory() {
    metrics.memory(
        new MemoryPlan(1_000, 300, 90, 80, 70, 60, 50), () -> new MemoryUse(30, 9, 8, 7));

    assertThat(value("memory_used_bytes{part=\"subjects\"}")).isEqualTo(30);
    assertThat(value("memory_used_bytes{part=\"hot_cells\"}")).isEqualTo(9);
    assertThat(value("memory_used_bytes{part=\"drafts\"}")).isEqualTo(8);
    assertThat(value("memory_used_bytes{part=\"foreign_sums\"}")).isEqualTo(7);
    assertThat(value("memory_limit_bytes{part=\"subjects\"}")).isEqualTo(300);
    assertThat(value("memory_limit_bytes{part=\"hot_cells\"}")).isEqualTo(90);
    assertThat(value("memory_limit_bytes{part=\"drafts\"}")).isEqualTo(80);
    assertThat(value("memory_limit_bytes{part=\"foreign_sums\"}")).isEqualTo(70);
  }

  @Test
  @DisplayName("Requests are counted by operation and status, with their durations")
  void requests() {
    metrics.http().answered(Operation.MULTI_LIMIT, 200, 2_000_000);
    metrics.http().answered(Operation.MULTI_LIMIT, 200, 20_000_000_000L);
    metrics.http().answered(Operation.MULTI_LIMIT, 413, 1);

    assertThat(value("http_requests_total{operation=\"multi_limit\",status=\"200\"}"))
        .isEqualTo(2);
    assertThat(value("http_requests_total{operation=\"multi_limit\",status=\"413\"}"))
        .isEqualTo(1);
    assertThat(value("http_requests_total{operation=\"limit\",status=\"200\"}")).isZero();
    String durations = "http_request_duration_seconds_bucket{operation=\"multi_limit\",le=\"";
    assertThat(value(durations + "0.0001\"}")).isEqualTo(1);
    assertThat(value(durations + "0.001\"}")).isEqualTo(1);
    assertThat(value(durations + "0.0025\"}")).isEqualTo(2);
    assertThat(value(durations + "10\"}")).isEqualTo(2);
    assertThat(value(durations + "+Inf\"}")).isEqualTo(3);
    assertThat(value("http_request_duration_seconds_count{operation=\"multi_limit\"}"))
        .isEqualTo(3);
  }

  @Test
  @DisplayName("A status that the API does not know gets no label of its own")
  void strangeStatuses() {
    for (int status = -1; status < 1_000; status++) {
      metrics.http().answered(Operation.OTHER, status, 1);
    }

    assertThat(Scrape.of(metrics).values().keySet())
        .filteredOn(series -> series.contains("http_requests_total{operation=\"other\""))
        .hasSizeLessThan(20);
    assertThat(value("http_requests_total{operation=\"other\",status=\"other\"}"))
        .isGreaterThan(900);
  }

  @Test
  @DisplayName("Turned away, not let in and over quota have their own totals")
  void refusals() {
    metrics.http().shed(Shed.IN_FLIGHT);
    metrics.http().refused(Refused.EXPIRED);
    metrics.http().refused(Refused.EXPIRED);
    metrics.http().overQuota();

    assertThat(value("http_shed_total{reason=\"in_flight\"}")).isEqualTo(1);
    assertThat(value("http_shed_total{reason=\"connections\"}")).isZero();
    assertThat(value("auth_failures_total{reason=\"expired\"}")).isEqualTo(2);
    assertThat(value("auth_failures_total{reason=\"permission\"}")).isZero();
    assertThat(value("quota_refusals_total")).isEqualTo(1);
  }

  @Test
  @DisplayName("What others know is asked at each scrape")
  void suppliers() {
    assertThat(value("directory_age_seconds")).isNaN();

    metrics.subjects(() -> 5);
    metrics.directory(() -> false, () -> 1.5);
    metrics.http().inFlight(() -> 6);
    metrics.http().connections(() -> 7);

    assertThat(value("subjects")).isEqualTo(5);
    assertThat(value("dependency_up{dependency=\"directory\"}")).isZero();
    assertThat(value("directory_age_seconds")).isEqualTo(1.5);
    assertThat(value("http_requests_in_flight")).isEqualTo(6);
    assertThat(value("http_connections")).isEqualTo(7);
  }

  @Test
  @DisplayName("The process shows its age, its build and its memory")
  void process() {
    clock.advanceMillis(1_500);

    assertThat(value("uptime_seconds")).isEqualTo(1.5);
    assertThat(value("jvm_heap_used_bytes")).isPositive();
    assertThat(value("jvm_threads")).isPositive();
    assertThat(metrics.scrape()).contains("weir_ratelimit_build_info{version=\"1.2.3\",java=\"");
  }

  @Test
  @DisplayName("Two servers in one process do not count for each other")
  void serversDoNotMix() {
    Metrics other = new Metrics(clock, "1");

    other.observer().happened(Event.LEDGER_PUSHED, 5);

    assertThat(value("global_writes_total")).isZero();
  }

  @Test
  @DisplayName("Signs that mean something in the format are written so that they do not")
  void signsAreEscaped() {
    assertThat(new Metrics(clock, "a\\b\"c\nd").scrape()).contains("version=\"a\\\\b\\\"c\\nd\"");
  }

  @Test
  @DisplayName("The type of a scrape is Prometheus's text")
  void contentType() {
    assertThat(Metrics.contentType()).startsWith("text/plain; version=0.0.4");
  }
}
