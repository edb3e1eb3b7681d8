// SPDX-License-Identifier: Apache-2.0
package io.weir.server.alerts.promql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The expected values are those of promtool 2.42 for the same series. */
final class PromqlEvaluationTest {
  private static final long STEP = 15_000;
  private static final int[] COUNTER = {100, 110, 120, 5, 15, 25, 35, 45, 55};

  /** Returns two targets, scraped this many times, at most nine. */
  private static ScrapeHistory history(int scrapes) {
    ScrapeHistory scrapeHistory = new ScrapeHistory();
    for (int i = 0; i < scrapes; i++) {
      scrapeHistory.scraped(
          i * STEP,
          Map.of("instance", "a"),
          "# a comment\nc " + COUNTER[i] + "\ng -3\nh_bucket{le=\"0.5\"} " + 5 * i
              + "\nh_bucket{le=\"1\"} " + 8 * i + "\nh_bucket{le=\"2.5\"} " + 9 * i
              + "\nh_bucket{le=\"+Inf\"} " + 10 * i + "\n");
      scrapeHistory.scraped(
          i * STEP, Map.of("instance", "b"), "c " + (i < 2 ? 0 : 1) + "\ng 2\nn NaN\n");
    }
    return scrapeHistory;
  }

  private static Map<String, Double> at(int scrape, String query) {
    Map<String, Double> values = new TreeMap<>();
    PromqlParser.parse(query)
        .at(history(scrape + 1), scrape * STEP)
        .forEach(each -> values.put(each.labels().getOrDefault("instance", ""), each.value()));
    return values;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "rate(c[1m]) ; 8 ; a ; 0.6666666666666666",
        "rate(c[1m]) ; 8 ; b ; 0",
        "increase(c[1m]) ; 8 ; a ; 40",
        "increase(c[2m]) ; 8 ; a ; 75",
        "increase(c[2m]) ; 8 ; b ; 1",
        "increase(c[2m]) ; 4 ; a ; 39.375",
        "resets(c[5m]) ; 8 ; a ; 1",
        "resets(c[5m]) ; 8 ; b ; 0",
        "histogram_quantile(0.9, sum by (instance, le) (rate(h_bucket[1m]))) ; 8 ; a ; 2.5",
        "histogram_quantile(0.7, sum by (instance, le) (rate(h_bucket[1m]))) ; 8 ; a ; 0.8333333333",
        "histogram_quantile(0.99, sum by (instance, le) (rate(h_bucket[1m]))) ; 8 ; a ; 2.5",
        "sum by (job) (rate(c[1m])) / sum by (job) (rate(h_bucket{le=\"+Inf\"}[1m])) ; 8 ; '' ; 1",
        "abs(g) > 2 or g > 1 ; 8 ; a ; 3",
        "abs(g) > 2 or g > 1 ; 8 ; b ; 2",
        "up{instance=~\"a|x\"} ; 8 ; a ; 1",
      })
  void queriesHaveTheValuesOfPrometheus(String query, int scrape, String instance, double value) {
    assertThat(at(scrape, query).get(instance)).isCloseTo(value, within(1e-9));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "c > 0 unless on (instance) g == 2 ; a",
        "c > 0 and on (instance) g == 2 ; b",
        "c{instance!=\"a\"} ; b",
        "c{instance!~\"b|x\"} >= 55 ; a",
        "rate(c[1m]) > 0 ; a",
      })
  void aConditionFiltersValues(String query, String instance) {
    assertThat(at(8, query)).containsOnlyKeys(instance);
  }

  @Test
  void oneSampleNanAndFailedScrapesGiveNoValue() {
    assertThat(at(0, "rate(c[1m])")).isEmpty();
    assertThat(at(8, "n > 1 or n < 1")).isEmpty();
    ScrapeHistory scrapeHistory = history(8);
    scrapeHistory.scraped(8 * STEP, Map.of("instance", "a"), "");
    assertThat(PromqlParser.parse("c").at(scrapeHistory, 8 * STEP))
        .extracting(each -> each.labels().get("instance"))
        .containsExactly("b");
    assertThat(PromqlParser.parse("up == 0").at(scrapeHistory, 8 * STEP)).hasSize(1);
    assertThat(PromqlParser.parse("increase(c[1m])").at(scrapeHistory, 8 * STEP))
        .hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "avg by (x) (c)",
        "irate(c[1m])",
        "c offset 5m",
        "sum(c)",
        "c > on (x) g",
        "c[5m]",
        "(c",
        "c ? g",
        ""
      })
  void unsupportedQueriesAreRefused(String query) {
    assertThatThrownBy(() -> PromqlParser.parse(query))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
