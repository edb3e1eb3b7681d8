// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.world.attack;

import io.weir.Limit;
import io.weir.ledger.LedgerOptions;
import io.weir.ledger.PushPolicy;
import io.weir.mysql.world.Regions;
import io.weir.testkit.rig.Peer;
import io.weir.testkit.rig.Peers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Ten regions of one process each, and somebody who spends on all of them evenly. */
final class Attack implements AutoCloseable {
  static final Limit LIMIT = Limit.of(100, Duration.ofMinutes(1));
  static final int REGIONS = 10;

  private static final long STEP_MILLIS = 10;

  /** Long enough for the regions to know of each other. */
  private static final long PRELUDE_MILLIS = 30_000;

  private final PushPolicy policy;
  private final Regions regions;
  private final List<Victim> victims = new ArrayList<>();
  private final long threshold;
  private long hidden;

  /** Ten regions that know of each other, so many milliseconds after the start of a minute. */
  Attack(PushPolicy policy, long phaseMillis) {
    this.policy = policy;
    this.regions = Regions.with(LedgerOptions.defaults().withPolicy(policy));
    for (int i = 0; i < REGIONS; i++) {
      Watch watch = new Watch(regions.ledger());
      Peer peer = regions.peer("region-" + i, builder -> builder.ledger(watch));
      victims.add(new Victim(LIMIT, peer, watch));
    }
    this.threshold = policy.terms().threshold(LIMIT.amount(), REGIONS);
    regions.pass(PRELUDE_MILLIS);
    regions.passUntil(LIMIT.durationMillis() + phaseMillis);
  }

  private long now() {
    return regions.peers().clock().epochMillis();
  }

  /** Offers so many limits in a window's time, evenly over regions and time; then waits for the last news. */
  void flood(int limits) {
    long offered = limits * LIMIT.amount();
    long duration = LIMIT.durationMillis();
    long spent = 0;
    for (long passed = 0; passed < duration; passed += STEP_MILLIS) {
      for (; spent * duration < offered * passed; spent++) {
        victims.get((int) (spent % REGIONS)).spend(now(), threshold);
      }
      step();
    }
    for (int i = 0; i < 2_500 && untold() > 0; i++) {
      step();
    }
  }

  /** Spends in each region as much as it keeps to itself, and not a unit more. */
  void stayBelow() {
    for (Victim victim : victims) {
      while (victim.hidden(now()) < threshold - 1 && victim.spend(now(), Long.MAX_VALUE)) {}
    }
    hidden = Math.max(hidden, hiddenNow());
  }

  /** As {@link #stayBelow}, where the policy counts each window for itself. */
  void stayBelowInThisWindow() {
    for (Victim victim : victims) {
      for (int i = 1; i < threshold; i++) {
        victim.spend(now(), Long.MAX_VALUE);
      }
    }
    hidden = Math.max(hidden, hiddenNow());
  }

  void passUntil(long millis) {
    while (now() < Peers.START + LIMIT.durationMillis() + millis) {
      step();
    }
  }

  private void step() {
    long before = now();
    regions.pass(STEP_MILLIS);
    if (before / LIMIT.durationMillis() != now() / LIMIT.durationMillis()) {
      victims.forEach(Victim::turn);
    }
    long told = victims.stream().mapToLong(victim -> victim.told(now())).sum();
    victims.forEach(victim -> victim.observe(now(), told - victim.told(now())));
    hidden = Math.max(hidden, hiddenNow());
  }

  private long hiddenNow() {
    return victims.stream().mapToLong(victim -> victim.hidden(now())).sum();
  }

  /** The most that no other region could see, at any instant so far. */
  long hidden() {
    return hidden;
  }

  long admitted() {
    return victims.stream().mapToLong(Victim::admitted).sum();
  }

  /** The longest that a unit that was worth telling took to be told, and what was told to be heard. */
  long lagMillis() {
    return pushLag() + victims.stream().mapToLong(Victim::pullLag).max().orElse(0);
  }

  long pushLag() {
    return victims.stream().mapToLong(Victim::pushLag).max().orElse(0);
  }

  int untold() {
    return victims.stream().mapToInt(Victim::untold).sum();
  }

  @Override
  public String toString() {
    return "%-8s hidden %5.2f limits, admitted %5.2f limits, push %5d ms, push and pull %5d ms"
        .formatted(
            policy.name().toLowerCase(Locale.ROOT),
            (double) hidden / LIMIT.amount(),
            (double) admitted() / LIMIT.amount(),
            pushLag(),
            lagMillis());
  }

  @Override
  public void close() {
    regions.close();
  }
}
