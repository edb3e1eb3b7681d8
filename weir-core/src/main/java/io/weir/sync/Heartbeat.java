// SPDX-License-Identifier: Apache-2.0
package io.weir.sync;

import io.weir.process.HeartbeatNumbers;
import java.util.concurrent.CompletionStage;

/**
 * When a process records in a store that it is alive: one beat at a time, each with a number and a deadline, often at first and
 * less often later.
 *
 * @param <Q> what is sent
 * @param <A> what is answered
 */
public final class Heartbeat<Q, A> {
  /** The first pause, doubled up to the full one: processes that start together soon know of each other. */
  private static final long FIRST_PAUSE_MILLIS = 125;

  private final StoreLink link;
  private final long fullPauseMillis;
  private final InFlight<Q, A> beat;
  private final HeartbeatNumbers numbers;
  private long nextBeat;
  private long pause = FIRST_PAUSE_MILLIS;

  /** Whether the last word was said; nothing is said after it. */
  private boolean hasLeft;

  /** Whether the last word was not answered yet. Also written by the store's threads. */
  private volatile boolean isLeaving;

  /** Beats over this link, with these pauses in the long run. */
  public Heartbeat(StoreLink link, long fullPauseMillis, InFlight.Listener<Q, A> listener) {
    this.link = link;
    this.fullPauseMillis = fullPauseMillis;
    this.beat = new InFlight<>(link, "heartbeat", listener);
    this.numbers = new HeartbeatNumbers(link.self().elapsed());
    this.nextBeat = link.elapsedMillis();
  }

  /** Passes on the answer to the latest beat, if it has come: how many have, 0 or 1. */
  public int takeAnswer() {
    return beat.takeAnswer();
  }

  /** Whether it is time for the next beat. Gives up the one before, if it is late. */
  public boolean isDue() {
    if (hasLeft || link.elapsedMillis() < nextBeat) {
      return false;
    }
    beat.giveUpLate();
    return beat.isIdle();
  }

  /** Lets the next beat wait for its pause. */
  public void pause() {
    nextBeat = link.elapsedMillis() + pause;
    pause = Math.min(2 * pause, fullPauseMillis);
  }

  /** Does not wait for the next beat's time. */
  public void beatSoon() {
    nextBeat = Math.min(nextBeat, link.elapsedMillis());
  }

  /** A beat was sent, which the link permitted, and its answer is waited for this long. */
  public void await(Q sent, CompletionStage<A> answer, long patienceMillis) {
    beat.await(sent, answer, patienceMillis);
  }

  /** The numbers of the beats. */
  public HeartbeatNumbers numbers() {
    return numbers;
  }

  /** Whether the last word may be said now. There are no more beats in any case. */
  public boolean tryLeave() {
    hasLeft = true;
    return link.tryCall();
  }

  /** The last word was said. Whatever comes of it, nobody will call again. */
  public void awaitLeave(CompletionStage<?> answer) {
    isLeaving = true;
    answer.whenComplete((done, failure) -> {
      link.notCalled();
      isLeaving = false;
    });
  }

  /** Whether the last word is still under way. */
  public boolean isLeaving() {
    return isLeaving;
  }
}
