// SPDX-License-Identifier: Apache-2.0
package io.weir.world;

import io.weir.ledger.PushPolicy;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** A queue of the hot cells that are due, in the order in which they became due, each at most once. */
final class PushQueue {
  private final LedgerLink link;
  private final PushPolicy policy;
  private final PushUrgency urgency;
  private final Deque<PushCandidate> due = new ArrayDeque<>();

  /** Creates an empty queue. */
  PushQueue(LedgerLink link, PushUrgency urgency) {
    this.link = link;
    this.policy = link.options().policy();
    this.urgency = urgency;
  }

  /** Adds the candidates that are due now according to the policy. */
  void addDue(Iterable<PushCandidate> candidates, long now) {
    for (PushCandidate candidate : candidates) {
      if (urgency.isDue(candidate, now)) {
        add(candidate);
      }
    }
  }

  /** Adds the cell if it cannot wait for the cadence, unless the policy only pushes periodically. */
  void addIfUrgent(@Nullable PushCandidate candidate) {
    if (candidate != null
        && !policy.isPeriodic()
        && urgency.isUrgent(candidate, link.elapsedMillis())) {
      add(candidate);
    }
  }

  /** Adds the cell if it contains counts that the ledger has not confirmed. */
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

  /** Adds cells again that were removed and not confirmed. */
  void putBack(Collection<PushCandidate> candidates) {
    due.addAll(candidates);
  }

  /** Removes and returns the next cell; the queue must not be empty. Drops moot cells that follow it. */
  PushCandidate next() {
    PushCandidate next = due.remove();
    dropMoot();
    return next;
  }

  /** Drops moot cells at the head: others may have pushed them, or, after an outage, their windows may be over. */
  void dropMoot() {
    while (!due.isEmpty() && isMoot(due.element())) {
      due.remove().unqueue();
    }
  }

  /** Drops all moot cells: while the ledger is unavailable, they would stay in memory. */
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
