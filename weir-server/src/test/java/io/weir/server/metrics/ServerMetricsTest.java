// SPDX-License-Identifier: Apache-2.0
package io.weir.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Event;
import io.weir.memory.MemoryPlan;
import io.weir.memory.MemoryUse;
import io.weir.server.metrics.HttpMetrics.AuthFailure;
import io.weir.server.metrics.HttpMetrics.MetricOperation;
import io.weir.server.metrics.HttpMetrics.ShedMetric;
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
import org.junit.jupiter.api.Test;

class ServerMetricsTest {
  private final ManualClock clock = new ManualClock(0);
  private final ServerMetrics serverMetrics = new ServerMetrics(clock, "1.2.3");

  private double value(String series) {
    return ParsedScrape.of(serverMetrics).value(series);
  }

  /** Returns the table of the documentation page: name, type, labels, meaning, what to watch for. */
  private static Map<String, ParsedScrape.ScrapedFamily> page() throws IOException {
    Map<String, ParsedScrape.ScrapedFamily> rows = new TreeMap<>();
    for (String line : Files.readAllLines(Path.of("..", "docs", "metrics.md"))) {
      if (line.startsWith("| `" + MetricRegistry.PREFIX)) {
        String[] cells = line.split(" *\\| *", -1);
        Set<String> labels = Arrays.stream(cells[3].split("[`, ]+"))
            .filter(label -> !label.isEmpty())
            .collect(Collectors.toCollection(TreeSet::new));
        ParsedScrape.ScrapedFamily before = rows.put(
            cells[1].replace("`", ""), new ParsedScrape.ScrapedFamily(cells[2], labels, cells[4]));
        assertThat(before).as(line).isNull();
      }
    }
    return rows;
  }

  @Test
  void thePageMatchesAFreshServer() throws IOException {
    assertThat(page()).isEqualTo(ParsedScrape.of(serverMetrics).families());
  }

  @Test
  void everyMetricExistsFromTheStart() {
    ParsedScrape parsedScrape = ParsedScrape.of(serverMetrics);

    assertThat(parsedScrape.families().keySet())
        .hasSizeGreaterThan(40)
        .allMatch(name -> name.startsWith("weir_ratelimit_"))
        .allMatch(name ->
            parsedScrape.values().keySet().stream().anyMatch(series -> series.startsWith(name)));
  }

  @Test
  void memoryIsShownBesideItsLimits() {
    serverMetrics.memory(
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
  void requestsAreCountedByOperationAndStatus() {
    serverMetrics.http().recordResponse(MetricOperation.MULTI_LIMIT, 200, 2_000_000);
    serverMetrics.http().recordResponse(MetricOperation.MULTI_LIMIT, 200, 20_000_000_000L);
    serverMetrics.http().recordResponse(MetricOperation.MULTI_LIMIT, 413, 1);

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
  void unknownStatusesGetNoLabel() {
    for (int status = -1; status < 1_000; status++) {
      serverMetrics.http().recordResponse(MetricOperation.OTHER, status, 1);
    }

    assertThat(ParsedScrape.of(serverMetrics).values().keySet())
        .filteredOn(series -> series.contains("http_requests_total{operation=\"other\""))
        .hasSizeLessThan(20);
    assertThat(value("http_requests_total{operation=\"other\",status=\"other\"}"))
        .isGreaterThan(900);
  }

  @Test
  void refusalsHaveTheirOwnTotals() {
    serverMetrics.http().recordShed(ShedMetric.IN_FLIGHT);
    serverMetrics.http().recordRefusal(AuthFailure.EXPIRED);
    serverMetrics.http().recordRefusal(AuthFailure.EXPIRED);
    serverMetrics.http().recordOverQuota();

    assertThat(value("http_shed_total{reason=\"in_flight\"}")).isEqualTo(1);
    assertThat(value("http_shed_total{reason=\"connections\"}")).isZero();
    assertThat(value("auth_failures_total{reason=\"expired\"}")).isEqualTo(2);
    assertThat(value("auth_failures_total{reason=\"permission\"}")).isZero();
    assertThat(value("quota_refusals_total")).isEqualTo(1);
  }

  @Test
  void suppliersAreReadAtEachScrape() {
    assertThat(value("directory_age_seconds")).isNaN();

    serverMetrics.subjects(() -> 5);
    serverMetrics.directory(() -> false, () -> 1.5);
    serverMetrics.http().inFlight(() -> 6);
    serverMetrics.http().connections(() -> 7);

    assertThat(value("subjects")).isEqualTo(5);
    assertThat(value("dependency_up{dependency=\"directory\"}")).isZero();
    assertThat(value("directory_age_seconds")).isEqualTo(1.5);
    assertThat(value("http_requests_in_flight")).isEqualTo(6);
    assertThat(value("http_connections")).isEqualTo(7);
  }

  @Test
  void processAgeBuildAndMemoryAreShown() {
    clock.advanceMillis(1_500);

    assertThat(value("uptime_seconds")).isEqualTo(1.5);
    assertThat(value("jvm_heap_used_bytes")).isPositive();
    assertThat(value("jvm_threads")).isPositive();
    assertThat(serverMetrics.scrape())
        .contains("weir_ratelimit_build_info{version=\"1.2.3\",java=\"");
  }

  @Test
  void twoServersCountSeparately() {
    ServerMetrics other = new ServerMetrics(clock, "1");

    other.observer().onEvent(Event.LEDGER_PUSHED, 5);

    assertThat(value("global_writes_total")).isZero();
  }

  @Test
  void labelValuesAreEscaped() {
    assertThat(new ServerMetrics(clock, "a\\b\"c\nd").scrape())
        .contains("version=\"a\\\\b\\\"c\\nd\"");
  }

  @Test
  void theContentTypeIsPrometheusText() {
    assertThat(ServerMetrics.contentType()).startsWith("text/plain; version=0.0.4");
  }
}
