// SPDX-License-Identifier: Apache-2.0
package io.weir.sync;

import io.weir.process.CallFailure;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * The one call that an agent has in flight. Its answer is heard on the agent's thread, or it is given up there.
 *
 * @param <Q> the question
 * @param <A> the answer
 */
public final class InFlight<Q, A> {
  /*
   * Answers arrive on the store's threads and are put in `answers`; all else is the agent's own. A call that was given up may
   * still be answered: then it is not the one in flight any more, and nobody hears of it.
   */

  /**
   * Hears how a call went, once for each, after the link did. The next call may be made from here.
   *
   * @param <Q> the question
   * @param <A> the answer
   */
  public interface Listener<Q, A> {
    /** The store answered. */
    void answered(Q question, A answer);

    /** The call failed or was not answered in time. */
    void failed(Q question);
  }

  /** Compared by identity: the same question may be asked again. */
  private static final class PendingCall<Q> {
    private final Q question;
    private final long deadline;
    private final long patienceMillis;

    private PendingCall(Q question, long deadline, long patienceMillis) {
      this.question = question;
      this.deadline = deadline;
      this.patienceMillis = patienceMillis;
    }
  }

  private record ReceivedAnswer<Q, A>(
      PendingCall<Q> call, @Nullable A answer, @Nullable String failure) {}

  private final StoreLink link;
  private final String what;
  private final Listener<Q, A> listener;
  private final Queue<ReceivedAnswer<Q, A>> answers = new ConcurrentLinkedQueue<>();
  private @Nullable PendingCall<Q> current;

  /** Calls over this link, named thus in what is reported. */
  public InFlight(StoreLink link, String what, Listener<Q, A> listener) {
    this.link = link;
    this.what = what;
    this.listener = listener;
  }

  /** Whether no call is under way. */
  public boolean isIdle() {
    return current == null;
  }

  /** What was asked, while it is not answered. */
  public @Nullable Q question() {
    PendingCall<Q> pendingCall = current;
    return pendingCall == null ? null : pendingCall.question;
  }

  /** A call was made, which the link permitted, and its answer is waited for this long. */
  public void await(Q question, CompletionStage<A> answer, long patienceMillis) {
    PendingCall<Q> pendingCall =
        new PendingCall<>(question, link.elapsedMillis() + patienceMillis, patienceMillis);
    current = pendingCall;
    answer.whenComplete((result, failure) -> answers.add(new ReceivedAnswer<>(
        pendingCall, result, failure == null ? null : CallFailure.reason(failure))));
  }

  /** Passes on the answer, if it has come: how many have, 0 or 1. */
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

  /** Gives up a call that was not answered in time: how many, 0 or 1. */
  public int giveUpLate() {
    PendingCall<Q> pendingCall = current;
    if (pendingCall == null || link.elapsedMillis() < pendingCall.deadline) {
      return 0;
    }
    end(pendingCall, null, what + " timed out after " + pendingCall.patienceMillis + " ms");
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
