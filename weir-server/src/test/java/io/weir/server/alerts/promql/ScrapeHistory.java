// SPDX-License-Identifier: Apache-2.0
package io.weir.server.alerts.promql;

import io.weir.server.alerts.promql.SampleSeries.SeriesPoint;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The scrapes of several targets. Scrapes are added in the order of their time. */
public final class ScrapeHistory {
  private static final Pattern LINE = Pattern.compile("(\\w+)(?:\\{(.*)\\})? (\\S+)");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\",?");

  /** An older value is not current any more, as in Prometheus. */
  private static final long LOOKBACK_MILLIS = 300_000;

  private final Map<Map<String, String>, SampleSeries> all = new LinkedHashMap<>();

  /**
   * Adds the response of a target, in Prometheus's text format, with these additional labels. The text is empty if
   * the target did not answer.
   */
  public void scraped(long millis, Map<String, String> target, String text) {
    Set<Map<String, String>> seen = new HashSet<>();
    text.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
      Matcher parts = LINE.matcher(line);
      if (!parts.matches()) {
        throw new AssertionError("not a line of Prometheus: " + line);
      }
      Map<String, String> labels = new TreeMap<>(target);
      labels.put(PromqlSample.NAME, parts.group(1));
      Matcher label = LABEL.matcher(parts.group(2) == null ? "" : parts.group(2));
      while (label.find()) {
        labels.put(label.group(1), label.group(2));
      }
      add(millis, labels, Double.parseDouble(parts.group(3).replace("+Inf", "Infinity")));
      seen.add(labels);
    });
    String up = "up";
    Map<String, String> labels = new TreeMap<>(target);
    labels.put(PromqlSample.NAME, up);
    add(millis, labels, text.isEmpty() ? 0 : 1);
    seen.add(labels);
    endOthers(millis, target, seen);
  }

  private void add(long millis, Map<String, String> labels, double value) {
    all.computeIfAbsent(labels, SampleSeries::new).add(new SeriesPoint(millis, value, false));
  }

  /** Ends the series of the target that were not in its last scrape. */
  private void endOthers(long millis, Map<String, String> target, Set<Map<String, String>> seen) {
    for (SampleSeries each : all.values()) {
      boolean isOfTarget = each.labels().entrySet().containsAll(target.entrySet());
      if (isOfTarget && !seen.contains(each.labels()) && !each.last().isStale()) {
        each.add(new SeriesPoint(millis, Double.NaN, true));
      }
    }
  }

  /** Returns the current values. */
  List<PromqlSample> at(long millis, Predicate<Map<String, String>> which) {
    return matching(which)
        .filter(each -> !each.last().isStale() && each.last().millis() > millis - LOOKBACK_MILLIS)
        .map(each -> new PromqlSample(each.labels(), each.last().value()))
        .toList();
  }

  Stream<SampleSeries> matching(Predicate<Map<String, String>> which) {
    return all.values().stream().filter(each -> which.test(each.labels()));
  }
}
