// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.isolation;

import io.weir.benchmarks.isolation.attack.Attack;
import io.weir.benchmarks.isolation.catalog.Attacks;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The settings of an isolation run.
 *
 * @param attacks the attacks, in execution order
 * @param lengths of the phases
 * @param heap the heap size of the server, such as {@code 256m}
 * @param redis whether every server has a Redis and a database; else only the servers of attacks that need them
 * @param verbose whether the server's log is shown
 */
public record IsolationSettings(
    List<Attack> attacks, Lengths lengths, String heap, boolean redis, boolean verbose) {

  /** The help text of the suite's options. */
  public static final String HELP = String.format("""

      options of isolation:
        --seconds N     length of the calm phases and of the attacked phases, 5 each, in sum, 1 to 3600; default 25
        --only NAME     run only this attack
        --heap SIZE     heap of the server, such as 96m; default 256m
        --store NAME    embedded (default), or redis: a separate Redis and MariaDB for every server
        attacks: %s
      """, String.join(" ", Attacks.names()));

  private static final String SECONDS = "--seconds";
  private static final String ONLY = "--only";
  private static final String HEAP = "--heap";
  private static final String STORE = "--store";
  private static final String REDIS = "redis";

  private static final Pattern SECONDS_RANGE =
      Pattern.compile("[1-9][0-9]{0,2}|[12][0-9]{3}|3[0-5][0-9]{2}|3600");
  private static final Pattern HEAP_SIZE = Pattern.compile("[1-9][0-9]{0,5}[mMgG]");

  /**
   * The length of each phase, in milliseconds.
   *
   * @param warm the warm-up, which is not counted
   * @param calm the phases without the attack
   * @param attack the phases with the attack
   */
  record Lengths(long warm, long calm, long attack) {
    /** For results that can be published. */
    static final Lengths FULL = new Lengths(10_000, 25_000, 25_000);

    /** For a rough result. */
    static final Lengths QUICK = new Lengths(3_000, 3_000, 3_000);
  }

  /** The errors in these options; empty if there are none. */
  public static List<String> faults(Map<String, String> options) {
    List<String> faults = new ArrayList<>();
    if (!SECONDS_RANGE.matcher(options.getOrDefault(SECONDS, "1")).matches()) {
      faults.add(
          "--seconds must be a whole number from 1 to 3600, but was " + options.get(SECONDS));
    }
    if (options.containsKey(ONLY) && !Attacks.names().contains(options.get(ONLY))) {
      faults.add("--only must be one of " + String.join(", ", Attacks.names()) + ", but was "
          + options.get(ONLY));
    }
    if (!HEAP_SIZE.matcher(options.getOrDefault(HEAP, "1m")).matches()) {
      faults.add("--heap must be a size such as 256m, but was " + options.get(HEAP));
    }
    if (!Set.of("embedded", REDIS).contains(options.getOrDefault(STORE, REDIS))) {
      faults.add("--store must be embedded or redis, but was " + options.get(STORE));
    }
    return faults;
  }

  /** Parses options that have no errors. */
  public static IsolationSettings parse(
      Map<String, String> options, boolean quick, boolean verbose) {
    Lengths defaults = quick ? Lengths.QUICK : Lengths.FULL;
    String seconds = options.get(SECONDS);
    String only = options.get(ONLY);
    return new IsolationSettings(
        only == null ? Attacks.all() : Attacks.named(only).stream().toList(),
        seconds == null ? defaults : lengths(defaults, Long.parseLong(seconds) * 1_000),
        options.getOrDefault(HEAP, "256m"),
        REDIS.equals(options.get(STORE)),
        verbose);
  }

  private static Lengths lengths(Lengths defaults, long millis) {
    return new Lengths(defaults.warm(), millis, millis);
  }
}
