// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.faults;

import io.weir.CellKey;
import io.weir.SubjectKey;
import io.weir.ledger.Ledger;
import io.weir.ledger.Ledger.Component;
import io.weir.testkit.servers.Eventually;
import io.weir.time.EpochClock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Pushes rows that others push too, repeatedly and in random order: growing ones, new ones, and some that have
 * expired.
 */
final class ConcurrentPusher {
  private static final int ROWS = 400;
  private static final int PER_PUSH = 150;
  private static final long MINUTE = 60_000;

  /** The prefix of the names of rows that are deleted meanwhile. */
  static final String EXPIRED = "expired";

  private final Ledger ledger;
  private final SplittableRandom random;
  private final Map<String, Long> counts = new HashMap<>();
  private final long sequence = EpochClock.system().epochMillis() / MINUTE;
  private long pushes;
  private long rows;

  ConcurrentPusher(Ledger ledger, long seed) {
    this.ledger = ledger;
    this.random = new SplittableRandom(seed);
  }

  /** Makes one push and waits for it; a database error becomes an AssertionError. */
  void push() {
    List<Component> components = new ArrayList<>();
    // New rows all the time, because those lock gaps.
    long range = ROWS + pushes;
    for (int i = 0; i < PER_PUSH; i++) {
      String identifier = "row-" + random.nextLong(range);
      counts.merge(identifier, random.nextLong(1, 100), Long::sum);
      components.add(component(identifier, sequence + 60, counts.get(identifier)));
    }
    for (int i = 0; i < 3; i++) {
      components.add(component(EXPIRED + random.nextLong(range), sequence - 10, pushes + 1));
    }
    Eventually.await(ledger.push(components));
    pushes++;
    rows += components.size();
  }

  private static Component component(String identifier, long sequence, long count) {
    SubjectKey subject =
        new SubjectKey(RegionProcess.WORKSPACE, RegionProcess.NAMESPACE, identifier, MINUTE);
    return new Component(new CellKey(subject, sequence), "eu", "", count);
  }

  /** Returns the region eu's count of an identifier, in a window that lasts for about an hour. */
  static Component component(String identifier, long count) {
    return component(identifier, EpochClock.system().epochMillis() / MINUTE + 60, count);
  }

  /** Returns the last pushed count of each row that does not expire, by its name in the table. */
  Map<String, Long> newest() {
    Map<String, Long> newest = new HashMap<>();
    counts.forEach((identifier, count) -> newest.put(identifier + " of eu", count));
    return newest;
  }

  long pushes() {
    return pushes;
  }

  long rows() {
    return rows;
  }
}
