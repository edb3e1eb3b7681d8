// SPDX-License-Identifier: Apache-2.0
package io.weir.sync;

import io.weir.process.HeartbeatNumbers;
import java.util.concurrent.CompletionStage;

/**
 * The schedule of a process's heartbeats to a store: one at a time, each with a number and a deadline, frequent at
 * first and less frequent later.
 *
 * @param <Q> the type of the request
 * @param <A> the type of the answer
 */
public final class Heartbeat<Q, A> {
  /** The first pause, doubled up to the full one, so that processes that start together soon know of each other. */
  private static final long FIRST_PAUSE_MILLIS = 125;

  private final StoreLink link;
  private final long fullPauseMillis;
  private final InFlight<Q, A> beat;
  private final HeartbeatNumbers numbers;
  private long nextBeat;
  private long pause = FIRST_PAUSE_MILLIS;

  /** Whether the leave message was sent; nothing is sent after it. */
  private boolean hasLeft;

  /** Whether the leave message is in flight. Also written by the store's threads. */
  private volatile boolean isLeaving;

  /** Creates a schedule for this link, with these pauses in the long run. */
  public Heartbeat(StoreLink link, long fullPauseMillis, InFlight.Listener<Q, A> listener) {
    this.link = link;
    this.fullPauseMillis = fullPauseMillis;
    this.beat = new InFlight<>(link, "heartbeat", listener);
    this.numbers = new HeartbeatNumbers(link.self().elapsed());
    this.nextBeat = link.elapsedMillis();
  }

  /**
   * Delivers the answer to the latest heartbeat if it has arrived. Returns the number of answers delivered, 0 or 1.
   */
  public int takeAnswer() {
    return beat.takeAnswer();
  }

  /** Whether the next heartbeat is due. Gives up the previous one if it is late. */
  public boolean isDue() {
    if (hasLeft || link.elapsedMillis() < nextBeat) {
      return false;
    }
    beat.giveUpLate();
    return beat.isIdle();
  }

  /** Delays the next heartbeat by the regular pause. */
  public void pause() {
    nextBeat = link.elapsedMillis() + pause;
    pause = Math.min(2 * pause, fullPauseMillis);
  }

  /** Makes the next heartbeat due now. */
  public void beatSoon() {
    nextBeat = Math.min(nextBeat, link.elapsedMillis());
  }

  /** Records that a heartbeat was sent, which the link permitted, and waits for its answer this long. */
  public void await(Q sent, CompletionStage<A> answer, long timeoutMillis) {
    beat.await(sent, answer, timeoutMillis);
  }

  /** The numbers of the heartbeats. */
  public HeartbeatNumbers numbers() {
    return numbers;
  }

  /** Whether the leave message may be sent now. In any case there are no more heartbeats. */
  public boolean tryLeave() {
    hasLeft = true;
    return link.tryCall();
  }

  /** Records that the leave message was sent. It is not repeated, whatever its result. */
  public void awaitLeave(CompletionStage<?> answer) {
    isLeaving = true;
    answer.whenComplete((done, failure) -> {
      link.notCalled();
      isLeaving = false;
    });
  }

  /** Whether the leave message is still in flight. */
  public boolean isLeaving() {
    return isLeaving;
  }
}
