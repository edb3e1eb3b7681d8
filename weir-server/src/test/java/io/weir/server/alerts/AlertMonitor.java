// SPDX-License-Identifier: Apache-2.0
package io.weir.server.alerts;

import io.weir.server.alerts.promql.PromqlSample;
import io.weir.server.alerts.promql.ScrapeHistory;
import io.weir.testkit.servers.Eventually;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Works like Prometheus: scrapes targets, evaluates the rules after each scrape, and records which alerts fired.
 *
 * <p>Its time is not that of the servers. Scrapes have timestamps 15 seconds apart but are made some tens of
 * milliseconds apart, so that a rule with a condition of several minutes is tested in seconds. So rates are lower
 * here than in production, by the same factor for failures and for normal operation; ages that servers measure
 * themselves are in real time.
 */
final class AlertMonitor {
  static final long STEP_MILLIS = 15_000;

  /** The real time between two scrapes: enough for servers under load to count something. */
  private static final long PAUSE_MILLIS = 50;

  private static final int TEN_MINUTES = 40;

  /** The scrape at which to give up: ten times what a test takes that has a machine for itself. */
  private static final int MAX_SCRAPES = 400;

  private final List<AlertRule> rules = AlertRule.all();
  private final ScrapeHistory scrapeHistory = new ScrapeHistory();
  private final Map<String, Supplier<String>> targets = new TreeMap<>();

  /** Since when the condition of a rule has held, by labels. */
  private final Map<AlertRule, Map<Map<String, String>, Long>> pending = new HashMap<>();

  private final Set<String> fired = new TreeSet<>();
  private long nowMillis = 1_700_000_000_000L;

  /**
   * Scrapes a target from now on, or replaces its source. The source returns an empty text if the target does not
   * answer.
   */
  AlertMonitor target(String instance, Supplier<String> scrape) {
    targets.put(instance, scrape);
    return this;
  }

  /** Makes this many scrapes, and evaluates the rules after each. */
  AlertMonitor watch(int scrapes) {
    for (int i = 0; i < scrapes; i++) {
      nowMillis += STEP_MILLIS;
      targets.forEach((instance, scrape) -> scrapeHistory.scraped(
          nowMillis, Map.of("job", "weir", "instance", instance), scrape.get()));
      rules.forEach(this::evaluate);
      Eventually.waitMillis(PAUSE_MILLIS);
    }
    return this;
  }

  /**
   * Scrapes for ten minutes, in which each alert has a chance to fire, and continues until these have fired: on a
   * busy machine there is less traffic between two scrapes. Gives up after a while.
   */
  AlertMonitor watchFor(Collection<String> alerts) {
    watch(TEN_MINUTES);
    for (int i = TEN_MINUTES; i < MAX_SCRAPES && !fired.containsAll(alerts); i++) {
      watch(1);
    }
    return this;
  }

  private void evaluate(AlertRule rule) {
    Map<Map<String, String>, Long> since = pending.computeIfAbsent(rule, none -> new HashMap<>());
    Set<Map<String, String>> holding = new HashSet<>();
    for (PromqlSample promqlSample : rule.condition().at(scrapeHistory, nowMillis)) {
      holding.add(promqlSample.labels());
      long start = since.computeIfAbsent(promqlSample.labels(), none -> nowMillis);
      if (nowMillis - start >= rule.forMillis()) {
        fired.add(rule.name() + " on " + promqlSample.labels().get("instance"));
      }
    }
    since.keySet().retainAll(holding);
  }

  /** Returns the alerts that have fired so far, each with its instance: {@code WeirServerDown on eu-1}. */
  Set<String> fired() {
    return fired;
  }
}
