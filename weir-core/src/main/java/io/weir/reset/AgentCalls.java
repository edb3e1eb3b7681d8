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
  record Listener<T>(Consumer<T> answered, Consumer<Throwable> failed) {}

  /** No answer came in time. */
  private static final class Late extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private Late(long millis) {
      super("timed out after " + millis + " ms", null, false, false);
    }
  }

  private static final class Open {
    private final long deadline;
    private final Late late;
    private final Consumer<Throwable> failed;
    private boolean isOver;

    private Open(long deadline, Late late, Consumer<Throwable> failed) {
      this.deadline = deadline;
      this.late = late;
      this.failed = failed;
    }
  }

  private final NanoClock elapsed;
  private final Queue<Runnable> inbox = new ConcurrentLinkedQueue<>();

  /** Touched by the agent alone. */
  private final List<Open> open = new ArrayList<>();

  AgentCalls(NanoClock elapsed) {
    this.elapsed = elapsed;
  }

  /** Waits for an answer, this long at most. For the agent. */
  <T> void await(CompletionStage<T> answer, long millis, Listener<T> listener) {
    Open call = new Open(elapsed.elapsedMillis() + millis, new Late(millis), listener.failed());
    open.add(call);
    answer.whenComplete((result, failure) -> inbox.add(() -> {
      if (!call.isOver) {
        call.isOver = true;
        if (failure == null) {
          listener.answered().accept(result);
        } else {
          listener.failed().accept(CallFailure.cause(failure));
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
    for (Open call : List.copyOf(open)) {
      if (!call.isOver && now >= call.deadline) {
        call.isOver = true;
        call.failed.accept(call.late);
        done++;
      }
    }
    open.removeIf(call -> call.isOver);
    return done;
  }
}
