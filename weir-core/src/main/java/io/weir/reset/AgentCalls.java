// SPDX-License-Identifier: Apache-2.0
package io.weir.reset;

import io.weir.process.CallFailure;
import io.weir.time.NanoClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/** Calls to a store whose answers, or time-outs, are handled on the agent's own thread. */
final class AgentCalls {
  /**
   * The callbacks of a call. Exactly one of them is called, once.
   *
   * @param answered receives the answer
   * @param failed receives the failure
   * @param <T> the type of the answer
   */
  record CallListener<T>(Consumer<T> answered, Consumer<Throwable> failed) {}

  /** The failure of a call that was not answered in time. */
  private static final class CallTimeout extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private CallTimeout(long millis) {
      super("timed out after " + millis + " ms", null, false, false);
    }
  }

  private static final class OpenCall {
    private final long deadline;
    private final CallTimeout callTimeout;
    private final Consumer<Throwable> failed;
    private boolean isOver;

    private OpenCall(long deadline, CallTimeout callTimeout, Consumer<Throwable> failed) {
      this.deadline = deadline;
      this.callTimeout = callTimeout;
      this.failed = failed;
    }
  }

  private final NanoClock elapsed;
  private final Queue<Runnable> inbox = new ConcurrentLinkedQueue<>();

  /** Used by the agent only. */
  private final List<OpenCall> open = new ArrayList<>();

  AgentCalls(NanoClock elapsed) {
    this.elapsed = elapsed;
  }

  /** Waits for an answer, at most this long. Called by the agent. */
  <T> void await(CompletionStage<T> answer, long millis, CallListener<T> callListener) {
    OpenCall call = new OpenCall(
        elapsed.elapsedMillis() + millis, new CallTimeout(millis), callListener.failed());
    open.add(call);
    answer.whenComplete((result, failure) -> inbox.add(() -> {
      if (!call.isOver) {
        call.isOver = true;
        if (failure == null) {
          callListener.answered().accept(result);
        } else {
          callListener.failed().accept(CallFailure.cause(failure));
        }
      }
    }));
  }

  int work() {
    int done = 0;
    for (Runnable next = inbox.poll(); next != null; next = inbox.poll()) {
      next.run();
      done++;
    }
    long now = elapsed.elapsedMillis();
    for (OpenCall call : List.copyOf(open)) {
      if (!call.isOver && now >= call.deadline) {
        call.isOver = true;
        call.failed.accept(call.callTimeout);
        done++;
      }
    }
    open.removeIf(call -> call.isOver);
    return done;
  }
}
