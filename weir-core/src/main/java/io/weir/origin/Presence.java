// SPDX-License-Identifier: Apache-2.0
package io.weir.origin;

import io.weir.Event;
import io.weir.Observer;
import io.weir.time.Agent;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Says in the origin that this process lives, and learns how many others do and whether the origin is still the same. */
public final class Presence implements Agent {

  /** Often enough that a new process is counted before it has spent much, rare enough to cost nothing. */
  private static final long BEAT_MILLIS = 2_000;

  /** The first pause, doubled up to the full one: processes that start together soon know of each other. */
  private static final long FIRST_PAUSE_MILLIS = 125;

  /** How long an answer may take: longer than a client takes to connect, so that its reason is heard and not only silence. */
  private static final long ANSWER_MILLIS = 3_000;

  /** The first one may take longer: it has to wait for the connection, in a process that has hardly begun. */
  private static final long FIRST_ANSWER_MILLIS = 5_000;

  /** Four missed beats: a pause of a few seconds does not make the others think that a process is gone. */
  private static final long LIFE_MILLIS = 10_000;

  private final Link link;
  private final Runnable replaced;
  private long nextBeat;
  private long pause = FIRST_PAUSE_MILLIS;
  private long sentAt;

  /** Written by the origin's threads, read by the agent. */
  private volatile int processes = 1;

  private volatile @Nullable String identity;
  private volatile boolean wasReplaced;

  /** The latest beat: true until it is answered or given up, so that the breaker hears of it exactly once. */
  private AtomicBoolean unanswered = new AtomicBoolean();

  /** Done once the first beat was answered, or failed. */
  private final CompletableFuture<Boolean> firstBeat = new CompletableFuture<>();

  /** Whether the last word was said; nothing is said after it. */
  private boolean hasLeft;

  /** Whether the last word was not answered yet. */
  private volatile boolean isLeaving;

  /** Beats over this link, and tells when the origin behind it is not the one it was. */
  public Presence(Link link, Runnable replaced) {
    this.link = link;
    this.replaced = replaced;
    this.nextBeat = link.elapsedMillis();
  }

  @Override
  public int work() {
    if (wasReplaced) {
      wasReplaced = false;
      replaced.run();
      return 1;
    }
    long now = link.elapsedMillis();
    if (now < nextBeat || hasLeft) {
      return 0;
    }
    long patience = firstBeat.isDone() ? ANSWER_MILLIS : FIRST_ANSWER_MILLIS;
    if (unanswered.get() && now - sentAt < patience) {
      return 0; // one at a time
    }
    if (unanswered.getAndSet(false)) {
      link.failed("no answer to a heartbeat within " + patience + " ms");
      firstBeat.complete(false);
    }
    nextBeat = now + pause;
    pause = Math.min(2 * pause, BEAT_MILLIS);
    if (!link.breaker().tryCall()) {
      return 0;
    }
    beat();
    return 1;
  }

  private void beat() {
    AtomicBoolean mine = new AtomicBoolean(true);
    unanswered = mine;
    long sent = link.elapsedMillis();
    sentAt = sent;
    link.origin().beat(link.self().incarnation(), LIFE_MILLIS).whenComplete((pulse, failure) -> {
      if (!mine.getAndSet(false)) {
        return; // given up
      }
      if (failure == null) {
        heard(pulse, link.elapsedMillis() - sent);
      } else {
        link.failed(Link.reason(failure));
      }
      firstBeat.complete(failure == null);
    });
  }

  private void heard(Origin.Pulse pulse, long roundTripMillis) {
    link.answered("answered a heartbeat");
    processes = Math.max(1, pulse.processes());
    String known = identity;
    identity = pulse.identity();
    // Who could not be greeted at first may have been told things, and have lost them, before it
    // was.
    boolean wasUnknown = known == null && firstBeat.isDone();
    boolean isOther = known != null && !known.equals(pulse.identity());
    if (isOther) {
      link.observer().happened(Event.ORIGIN_WIPE_SEEN, 1);
    }
    if (wasUnknown || isOther) {
      wasReplaced = true;
    }
    link.observer().measured(Observer.Gauge.PROCESSES, processes);
    // The origin read its clock somewhere between the question and the answer: in the middle, at
    // best guess.
    long then = link.epochMillis() - roundTripMillis / 2;
    link.observer().measured(Observer.Gauge.ORIGIN_SKEW_MILLIS, pulse.epochMillis() - then);
  }

  /** Says goodbye, so that the others need not wait for this process's beats to stop. */
  public void leave() {
    hasLeft = true;
    if (link.breaker().tryCall()) {
      isLeaving = true;
      link.origin().beat(link.self().incarnation(), 0).whenComplete((pulse, failure) -> {
        isLeaving = false;
        link.breaker().notCalled(); // whatever came of it, nobody will call again
      });
    }
  }

  /** Whether the goodbye is still under way. */
  public boolean isLeaving() {
    return isLeaving;
  }

  /** Completes when it is known whether the origin can be reached, with whether it can. */
  public CompletableFuture<Boolean> firstBeat() {
    return firstBeat;
  }

  /** How many processes of the region lived at the last beat, this one included. */
  public int processes() {
    return processes;
  }
}
