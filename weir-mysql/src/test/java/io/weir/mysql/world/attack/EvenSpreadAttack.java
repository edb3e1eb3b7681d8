// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.world.attack;

import io.weir.LimitPolicy;
import io.weir.ledger.LedgerOptions;
import io.weir.ledger.PushPolicy;
import io.weir.mysql.world.DatabaseRegions;
import io.weir.testkit.rig.TestProcess;
import io.weir.testkit.rig.TestProcesses;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Ten regions of one process each, and somebody who spends on all of them evenly. */
final class EvenSpreadAttack implements AutoCloseable {
  static final LimitPolicy LIMIT = LimitPolicy.of(100, Duration.ofMinutes(1));
  static final int REGIONS = 10;

  private static final long STEP_MILLIS = 10;

  /** Long enough for the regions to know of each other. */
  private static final long PRELUDE_MILLIS = 30_000;

  private final PushPolicy policy;
  private final DatabaseRegions databaseRegions;
  private final List<AttackedRegion> victims = new ArrayList<>();
  private final long threshold;
  private long hidden;

  /** Ten regions that know of each other, so many milliseconds after the start of a minute. */
  EvenSpreadAttack(PushPolicy policy, long phaseMillis) {
    this.policy = policy;
    this.databaseRegions = DatabaseRegions.with(LedgerOptions.defaults().withPolicy(policy));
    for (int i = 0; i < REGIONS; i++) {
      RecordingLedger recordingLedger = new RecordingLedger(databaseRegions.ledger());
      TestProcess testProcess =
          databaseRegions.peer("region-" + i, builder -> builder.ledger(recordingLedger));
      victims.add(new AttackedRegion(LIMIT, testProcess, recordingLedger));
    }
    this.threshold = policy.terms().threshold(LIMIT.amount(), REGIONS);
    databaseRegions.pass(PRELUDE_MILLIS);
    databaseRegions.passUntil(LIMIT.durationMillis() + phaseMillis);
  }

  private long now() {
    return databaseRegions.peers().clock().epochMillis();
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
    for (int i = 0; i < 2_500 && unpushed() > 0; i++) {
      step();
    }
  }

  /** Spends in each region as much as it keeps to itself, and not a unit more. */
  void stayBelow() {
    for (AttackedRegion attackedRegion : victims) {
      while (attackedRegion.hidden(now()) < threshold - 1
          && attackedRegion.spend(now(), Long.MAX_VALUE)) {}
    }
    hidden = Math.max(hidden, hiddenNow());
  }

  /** As {@link #stayBelow}, where the policy counts each window for itself. */
  void stayBelowInThisWindow() {
    for (AttackedRegion attackedRegion : victims) {
      for (int i = 1; i < threshold; i++) {
        attackedRegion.spend(now(), Long.MAX_VALUE);
      }
    }
    hidden = Math.max(hidden, hiddenNow());
  }

  void passUntil(long millis) {
    while (now() < TestProcesses.START + LIMIT.durationMillis() + millis) {
      step();
    }
  }

  private void step() {
    long before = now();
    databaseRegions.pass(STEP_MILLIS);
    if (before / LIMIT.durationMillis() != now() / LIMIT.durationMillis()) {
      victims.forEach(AttackedRegion::turn);
    }
    long told = victims.stream()
        .mapToLong(attackedRegion -> attackedRegion.pushed(now()))
        .sum();
    victims.forEach(
        attackedRegion -> attackedRegion.observe(now(), told - attackedRegion.pushed(now())));
    hidden = Math.max(hidden, hiddenNow());
  }

  private long hiddenNow() {
    return victims.stream()
        .mapToLong(attackedRegion -> attackedRegion.hidden(now()))
        .sum();
  }

  /** The most that no other region could see, at any instant so far. */
  long hidden() {
    return hidden;
  }

  long admitted() {
    return victims.stream().mapToLong(AttackedRegion::admitted).sum();
  }

  /** The longest that a unit that was worth telling took to be told, and what was told to be heard. */
  long lagMillis() {
    return pushLag() + victims.stream().mapToLong(AttackedRegion::pullLag).max().orElse(0);
  }

  long pushLag() {
    return victims.stream().mapToLong(AttackedRegion::pushLag).max().orElse(0);
  }

  int unpushed() {
    return victims.stream().mapToInt(AttackedRegion::unpushed).sum();
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
    databaseRegions.close();
  }
}
