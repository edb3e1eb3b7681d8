// SPDX-License-Identifier: Apache-2.0
package io.weir.server.metrics;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A parsed scrape, read as Prometheus does. */
final class ParsedScrape {
  private static final Pattern SERIES = Pattern.compile("(\\w+)(?:\\{(.*)\\})? (\\S+)");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");

  /** The metadata of a metric: its type, its labels without those of buckets, its help. */
  record ScrapedFamily(String type, Set<String> labels, String help) {}

  private final Map<String, ScrapedFamily> families = new TreeMap<>();
  private final Map<String, Double> values = new TreeMap<>();

  private ParsedScrape() {}

  static ParsedScrape of(ServerMetrics serverMetrics) {
    ParsedScrape parsedScrape = new ParsedScrape();
    Map<String, String> helps = new TreeMap<>();
    String[] family = {""};
    serverMetrics.scrape().lines().forEach(line -> {
      String[] words = line.split(" ", 4);
      if (line.startsWith("# HELP ")) {
        helps.put(words[2], words[3]);
      } else if (line.startsWith("# TYPE ")) {
        family[0] = words[2];
        parsedScrape.families.put(
            words[2],
            new ScrapedFamily(words[3], new TreeSet<>(), helps.getOrDefault(words[2], "")));
      } else {
        parsedScrape.read(family[0], line);
      }
    });
    return parsedScrape;
  }

  private void read(String family, String line) {
    Matcher series = SERIES.matcher(line);
    ScrapedFamily found = families.get(family);
    if (!series.matches() || found == null) {
      throw new AssertionError("not a line of Prometheus: " + line);
    }
    Matcher labels = LABEL.matcher(series.group(2) == null ? "" : series.group(2));
    while (labels.find()) {
      if (!labels.group(1).equals("le")) {
        found.labels().add(labels.group(1));
      }
    }
    String name = line.substring(0, line.lastIndexOf(' '));
    values.put(name, Double.parseDouble(series.group(3).replace("+Inf", "Infinity")));
  }

  Map<String, ScrapedFamily> families() {
    return families;
  }

  /** Returns the value of a series, named without the prefix. */
  double value(String series) {
    Double value = values.get(MetricRegistry.PREFIX + series);
    if (value == null) {
      throw new AssertionError("not shown: " + series);
    }
    return value;
  }

  /** Returns all values. */
  Map<String, Double> values() {
    return values;
  }
}
