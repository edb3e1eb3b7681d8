// SPDX-License-Identifier: Apache-2.0
package io.weir.world;

import io.weir.ledger.PushPolicy;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The hot cells that are due to be pushed, in the order in which they became due, each at most once. */
final class PushQueue {
  private final LedgerLink link;
  private final PushPolicy policy;
  private final PushUrgency urgency;
  private final Deque<PushCandidate> due = new ArrayDeque<>();

  /** An empty queue. */
  PushQueue(LedgerLink link, PushUrgency urgency) {
    this.link = link;
    this.policy = link.options().policy();
    this.urgency = urgency;
  }

  /** Adds those of these cells that the policy wants pushed now. */
  void addDue(Iterable<PushCandidate> candidates, long now) {
    for (PushCandidate candidate : candidates) {
      if (urgency.isDue(candidate, now)) {
        add(candidate);
      }
    }
  }

  /** Adds the cell if it cannot wait for the cadence, unless the policy is one that always does. */
  void addIfUrgent(@Nullable PushCandidate candidate) {
    if (candidate != null
        && !policy.isPeriodic()
        && urgency.isUrgent(candidate, link.elapsedMillis())) {
      add(candidate);
    }
  }

  /** Adds the cell if it holds anything that the ledger has not confirmed. */
  void addIfUnpushed(PushCandidate candidate) {
    if (urgency.hasUnpushed(candidate)) {
      add(candidate);
    }
  }

  private void add(PushCandidate candidate) {
    if (candidate.queue()) {
      due.add(candidate);
    }
  }

  /** Puts back what was taken out and not confirmed. */
  void putBack(Collection<PushCandidate> candidates) {
    due.addAll(candidates);
  }

  /** Takes out the next one; the queue must not be empty. What follows is dropped if it is moot. */
  PushCandidate next() {
    PushCandidate next = due.remove();
    dropMoot();
    return next;
  }

  /** Drops what is moot at the head: others may have told of it meanwhile, or, after an outage, its window may be over. */
  void dropMoot() {
    while (!due.isEmpty() && isMoot(due.element())) {
      due.remove().unqueue();
    }
  }

  /** Drops all that is moot: while the ledger is away it would stay in memory. */
  void dropAllMoot() {
    due.removeIf(this::tryDropMoot);
  }

  private boolean tryDropMoot(PushCandidate waiting) {
    boolean moot = isMoot(waiting);
    if (moot) {
      waiting.unqueue();
    }
    return moot;
  }

  private boolean isMoot(PushCandidate waiting) {
    return waiting.isDropped()
        || !urgency.hasUnpushed(waiting)
        || PushCandidates.isExpired(waiting.cell, link.epochMillis());
  }

  int size() {
    return due.size();
  }

  boolean isEmpty() {
    return due.isEmpty();
  }
}
