// SPDX-License-Identifier: Apache-2.0
package io.weir.server.api;

import io.weir.server.api.access.Caller;
import io.weir.server.directory.Registry;
import io.weir.server.json.Values;
import io.weir.server.problem.Problem;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A request whose caller was let in. */
public final class Call {
  private static final Logger LOG = System.getLogger(Call.class.getName());

  private final Asking asking;
  private final Caller caller;
  private final List<Values> objects;

  Call(Asking asking, Caller caller, List<Values> objects) {
    this.asking = asking;
    this.caller = caller;
    this.objects = objects;
  }

  /** Who asks. */
  public Caller caller() {
    return caller;
  }

  /** The objects of the body. */
  public List<Values> objects() {
    return objects;
  }

  /** The only object of the body. */
  public Values object() {
    return objects.get(0);
  }

  /** What the request is called. */
  public String requestId() {
    return asking.requestId();
  }

  /** Answers. */
  public void answer(Answer answer) {
    asking.answer(answer);
  }

  /** Goes on with what was waited for: at once if it is there, else later and at home. Failures are answered. */
  public <T> void after(CompletionStage<T> stage, Consumer<T> rest) {
    after(asking, stage, rest);
  }

  /** The same for a request whose body was not read yet. */
  static <T> void after(Asking asking, CompletionStage<T> stage, Consumer<T> rest) {
    CompletableFuture<T> future = stage.toCompletableFuture();
    if (future.isDone() && !future.isCompletedExceptionally()) {
      rest.accept(future.join());
      return;
    }
    CompletableFuture<T> unused = future.whenComplete((value, failure) -> asking.resume(() -> {
      if (failure == null) {
        guarded(asking, () -> rest.accept(value));
      } else {
        guarded(asking, () -> {
          throw problem(failure);
        });
      }
    }));
  }

  /** Does work that takes too long for the event loop. Only one request's work runs at a time. */
  public <T> CompletionStage<T> runOnWorker(Supplier<T> work) {
    return asking.runOnWorker(work);
  }

  /** Runs a step of a request. Whatever goes wrong in it is answered. */
  static void guarded(Asking asking, Runnable step) {
    try {
      step.run();
    } catch (Problem problem) {
      asking.answer(Answer.of(problem, asking.requestId()));
    } catch (RuntimeException | Error e) {
      asking.answer(Answer.of(unexpected(asking, e), asking.requestId()));
    }
  }

  /** Logs a defect of ours, and says what the client is told of it. */
  static Problem unexpected(Asking asking, Throwable defect) {
    LOG.log(Level.ERROR, "request " + asking.requestId() + " failed", defect);
    return Problem.unexpected();
  }

  private static RuntimeException problem(Throwable failure) {
    Throwable cause = unwrapped(failure);
    if (cause instanceof Registry.Unavailable) {
      return Problem.unavailable();
    }
    if (cause instanceof RuntimeException known) {
      return known;
    }
    return new IllegalStateException(cause);
  }

  private static Throwable unwrapped(Throwable failure) {
    @Nullable Throwable cause = failure.getCause();
    return failure instanceof CompletionException && cause != null ? unwrapped(cause) : failure;
  }
}
