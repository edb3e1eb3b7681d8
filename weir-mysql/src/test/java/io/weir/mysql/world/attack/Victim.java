// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.world.attack;

import io.weir.Limit;
import io.weir.testkit.rig.Peer;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;

/** One region under attack: what it admitted, what of it others can see, and how long they took to. */
final class Victim {
  /** Who attacks. */
  static final String ATTACKER = "attacker";

  /** One unit that is worth telling, and has not been told. */
  private record Untold(long sequence, long ordinal, long admittedAt) {}

  private final Limit limit;
  private final Peer peer;
  private final Watch watch;
  private final Map<Long, Long> admitted = new HashMap<>();
  private final Queue<Untold> untold = new ArrayDeque<>();
  private long pushLag;
  private long pullLag;
  private long awaited;
  private long awaitedSince;

  Victim(Limit limit, Peer peer, Watch watch) {
    this.limit = limit;
    this.peer = peer;
    this.watch = watch;
  }

  private long sequence(long now) {
    return now / limit.durationMillis();
  }

  /** Spends a unit; units up to the threshold need not be told. */
  boolean spend(long now, long threshold) {
    if (!peer.check(limit, ATTACKER).allowed()) {
      return false;
    }
    long ordinal = admitted.merge(sequence(now), 1L, Long::sum);
    if (ordinal >= threshold) {
      untold.add(new Untold(sequence(now), ordinal, now));
    }
    return true;
  }

  /** What this region has of the sliding window and no other region can see. */
  long hidden(long now) {
    long duration = limit.durationMillis();
    long sequence = sequence(now);
    return hiddenIn(sequence) + hiddenIn(sequence - 1) * (duration - now % duration) / duration;
  }

  private long hiddenIn(long sequence) {
    return admitted.getOrDefault(sequence, 0L) - watch.told(sequence);
  }

  long told(long now) {
    return watch.told(sequence(now));
  }

  long admitted() {
    return admitted.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Takes the times: how long units waited to be told, and how long this region took to hear what the others told. */
  void observe(long now, long toldByOthers) {
    for (Untold next = untold.peek(); next != null; next = untold.peek()) {
      if (watch.told(next.sequence()) < next.ordinal()) {
        break;
      }
      pushLag = Math.max(pushLag, now - next.admittedAt());
      untold.remove();
    }
    if (peer.sees(limit, ATTACKER).foreign() >= awaited) {
      if (awaited > 0) {
        pullLag = Math.max(pullLag, now - awaitedSince);
      }
      awaited = toldByOthers;
      awaitedSince = now;
    }
  }

  long pushLag() {
    return pushLag;
  }

  long pullLag() {
    return pullLag;
  }

  /** Forgets what others told of a window that is over. */
  void turn() {
    awaited = 0;
  }

  /** Units that were worth telling and never were. */
  int untold() {
    return untold.size();
  }
}
