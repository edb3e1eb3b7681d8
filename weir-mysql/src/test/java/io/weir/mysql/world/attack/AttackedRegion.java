// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.world.attack;

import io.weir.LimitPolicy;
import io.weir.testkit.rig.TestProcess;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;

/** One region under attack: what it admitted, how much of that others can see, and how long they took to see it. */
final class AttackedRegion {
  /** The identifier of the attacker. */
  static final String ATTACKER = "attacker";

  /** A unit that should be pushed, and has not been pushed yet. */
  private record UnpushedUnit(long sequence, long ordinal, long admittedAt) {}

  private final LimitPolicy limitPolicy;
  private final TestProcess testProcess;
  private final RecordingLedger recordingLedger;
  private final Map<Long, Long> admitted = new HashMap<>();
  private final Queue<UnpushedUnit> unpushed = new ArrayDeque<>();
  private long pushLag;
  private long pullLag;
  private long awaited;
  private long awaitedSince;

  AttackedRegion(
      LimitPolicy limitPolicy, TestProcess testProcess, RecordingLedger recordingLedger) {
    this.limitPolicy = limitPolicy;
    this.testProcess = testProcess;
    this.recordingLedger = recordingLedger;
  }

  private long sequence(long now) {
    return now / limitPolicy.durationMillis();
  }

  /** Spends a unit; units up to the threshold need not be pushed. */
  boolean spend(long now, long threshold) {
    if (!testProcess.check(limitPolicy, ATTACKER).allowed()) {
      return false;
    }
    long ordinal = admitted.merge(sequence(now), 1L, Long::sum);
    if (ordinal >= threshold) {
      unpushed.add(new UnpushedUnit(sequence(now), ordinal, now));
    }
    return true;
  }

  /** Returns how much this region admitted in the sliding window that no other region can see. */
  long hidden(long now) {
    long duration = limitPolicy.durationMillis();
    long sequence = sequence(now);
    return hiddenIn(sequence) + hiddenIn(sequence - 1) * (duration - now % duration) / duration;
  }

  private long hiddenIn(long sequence) {
    return admitted.getOrDefault(sequence, 0L) - recordingLedger.pushed(sequence);
  }

  long pushed(long now) {
    return recordingLedger.pushed(sequence(now));
  }

  long admitted() {
    return admitted.values().stream().mapToLong(Long::longValue).sum();
  }

  /**
   * Records the delays: how long units waited to be pushed, and how long this region took to pull what the others
   * pushed.
   */
  void observe(long now, long pushedByOthers) {
    for (UnpushedUnit next = unpushed.peek(); next != null; next = unpushed.peek()) {
      if (recordingLedger.pushed(next.sequence()) < next.ordinal()) {
        break;
      }
      pushLag = Math.max(pushLag, now - next.admittedAt());
      unpushed.remove();
    }
    if (testProcess.sees(limitPolicy, ATTACKER).foreign() >= awaited) {
      if (awaited > 0) {
        pullLag = Math.max(pullLag, now - awaitedSince);
      }
      awaited = pushedByOthers;
      awaitedSince = now;
    }
  }

  long pushLag() {
    return pushLag;
  }

  long pullLag() {
    return pullLag;
  }

  /** Discards what others pushed in a window that is over. */
  void turn() {
    awaited = 0;
  }

  /** Returns how many units should have been pushed and never were. */
  int unpushed() {
    return unpushed.size();
  }
}
