// SPDX-License-Identifier: Apache-2.0
package io.weir.sync;

import io.weir.process.CallFailure;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * The single call that an agent has in flight. Its answer, or its time-out, is handled on the agent's thread.
 *
 * @param <Q> the type of the request
 * @param <A> the type of the answer
 */
public final class InFlight<Q, A> {
  /*
   * Answers arrive on the store's threads and are put in `answers`. All other state is used by the agent only. A call
   * that was given up may still be answered: then it is no longer the one in flight, and its answer is ignored.
   */

  /**
   * Receives the result of each call, once, after the link recorded it. The next call may be made from here.
   *
   * @param <Q> the type of the request
   * @param <A> the type of the answer
   */
  public interface Listener<Q, A> {
    /** The store answered. */
    void answered(Q question, A answer);

    /** The call failed or was not answered in time. */
    void failed(Q question);
  }

  /** Compared by identity, because the same request may be sent again. */
  private static final class PendingCall<Q> {
    private final Q question;
    private final long deadline;
    private final long timeoutMillis;

    private PendingCall(Q question, long deadline, long timeoutMillis) {
      this.question = question;
      this.deadline = deadline;
      this.timeoutMillis = timeoutMillis;
    }
  }

  private record ReceivedAnswer<Q, A>(
      PendingCall<Q> call, @Nullable A answer, @Nullable String failure) {}

  private final StoreLink link;
  private final String what;
  private final Listener<Q, A> listener;
  private final Queue<ReceivedAnswer<Q, A>> answers = new ConcurrentLinkedQueue<>();
  private @Nullable PendingCall<Q> current;

  /** Creates a holder for calls over this link. {@code what} names them in reports. */
  public InFlight(StoreLink link, String what, Listener<Q, A> listener) {
    this.link = link;
    this.what = what;
    this.listener = listener;
  }

  /** Whether no call is in flight. */
  public boolean isIdle() {
    return current == null;
  }

  /** The request in flight; null if there is none. */
  public @Nullable Q question() {
    PendingCall<Q> pendingCall = current;
    return pendingCall == null ? null : pendingCall.question;
  }

  /** Records that a call was made, which the link permitted, and waits for its answer this long. */
  public void await(Q question, CompletionStage<A> answer, long timeoutMillis) {
    PendingCall<Q> pendingCall =
        new PendingCall<>(question, link.elapsedMillis() + timeoutMillis, timeoutMillis);
    current = pendingCall;
    answer.whenComplete((result, failure) -> answers.add(new ReceivedAnswer<>(
        pendingCall, result, failure == null ? null : CallFailure.reason(failure))));
  }

  /** Delivers the answer if it has arrived. Returns the number of answers delivered, 0 or 1. */
  public int takeAnswer() {
    int taken = 0;
    for (ReceivedAnswer<Q, A> receivedAnswer = answers.poll();
        receivedAnswer != null;
        receivedAnswer = answers.poll()) {
      if (receivedAnswer.call == current) {
        end(receivedAnswer.call, receivedAnswer.answer, receivedAnswer.failure);
        taken++;
      }
    }
    return taken;
  }

  /** Gives up a call that was not answered in time. Returns the number of calls given up, 0 or 1. */
  public int giveUpLate() {
    PendingCall<Q> pendingCall = current;
    if (pendingCall == null || link.elapsedMillis() < pendingCall.deadline) {
      return 0;
    }
    end(pendingCall, null, what + " timed out after " + pendingCall.timeoutMillis + " ms");
    return 1;
  }

  private void end(PendingCall<Q> pendingCall, @Nullable A answer, @Nullable String failure) {
    current = null;
    if (answer != null && failure == null) {
      link.answered(what + " succeeded");
      listener.answered(pendingCall.question, answer);
    } else {
      link.failed(String.valueOf(failure));
      listener.failed(pendingCall.question);
    }
  }
}
