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

/** Calls whose answers are heard on the agent's own thread, or that are given up there. */
final class AgentCalls {
  /**
   * What to do with an answer. One of both is called, once.
   *
   * @param answered hears the answer
   * @param failed hears the failure
   * @param <T> the answer
   */
  record CallListener<T>(Consumer<T> answered, Consumer<Throwable> failed) {}

  /** No answer came in time. */
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

  /** Touched by the agent alone. */
  private final List<OpenCall> open = new ArrayList<>();

  AgentCalls(NanoClock elapsed) {
    this.elapsed = elapsed;
  }

  /** Waits for an answer, this long at most. For the agent. */
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
