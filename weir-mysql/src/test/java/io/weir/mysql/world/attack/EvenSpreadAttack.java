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

/** Ten regions of one process each, and an attacker that spends evenly on all of them. */
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

  /** Creates ten regions that know of each other, this many milliseconds after the start of a minute. */
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

  /**
   * Offers this many limits within one window, evenly over regions and time; then waits for the last pushes and
   * pulls.
   */
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

  /** Spends in each region exactly as much as it does not push. */
  void stayBelow() {
    for (AttackedRegion attackedRegion : victims) {
      while (attackedRegion.hidden(now()) < threshold - 1
          && attackedRegion.spend(now(), Long.MAX_VALUE)) {}
    }
    hidden = Math.max(hidden, hiddenNow());
  }

  /** Does the same as {@link #stayBelow}, for a policy that considers each window by itself. */
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
    long pushed = victims.stream()
        .mapToLong(attackedRegion -> attackedRegion.pushed(now()))
        .sum();
    victims.forEach(
        attackedRegion -> attackedRegion.observe(now(), pushed - attackedRegion.pushed(now())));
    hidden = Math.max(hidden, hiddenNow());
  }

  private long hiddenNow() {
    return victims.stream()
        .mapToLong(attackedRegion -> attackedRegion.hidden(now()))
        .sum();
  }

  /** Returns the most that no other region could see, at any instant so far. */
  long hidden() {
    return hidden;
  }

  long admitted() {
    return victims.stream().mapToLong(AttackedRegion::admitted).sum();
  }

  /** Returns the longest time that a unit took to be pushed, plus the longest time from a push to a pull. */
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
