// SPDX-License-Identifier: Apache-2.0
package io.weir.server.api;

import io.weir.server.api.access.Caller;
import io.weir.server.directory.Registry;
import io.weir.server.http.ServerRequest;
import io.weir.server.http.ServerResponse;
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

  private final ServerRequest request;
  private final Caller caller;
  private final List<Values> objects;

  Call(ServerRequest request, Caller caller, List<Values> objects) {
    this.request = request;
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
    return request.requestId();
  }

  /** Answers. */
  public void answer(ServerResponse response) {
    request.respond(response);
  }

  /** Says, before the answer, how the workspace's quota stands. Whatever the answer is, it tells the client. */
  void quota(Standing standing) {
    request.responseHeaders(RateLimitHeaders.ofQuota(standing));
  }

  /** Goes on with what was waited for: at once if it is there, else later and at home. Failures are answered. */
  public <T> void after(CompletionStage<T> stage, Consumer<T> rest) {
    CompletableFuture<T> future = stage.toCompletableFuture();
    if (future.isDone() && !future.isCompletedExceptionally()) {
      rest.accept(future.join());
      return;
    }
    CompletableFuture<T> unused =
        future.whenComplete((value, failure) -> request.resume(() -> guarded(() -> {
          if (failure != null) {
            throw problem(failure);
          }
          rest.accept(value);
        })));
  }

  /** Does work that takes too long for the event loop. Only one request's work runs at a time. */
  public <T> CompletionStage<T> runOnWorker(Supplier<T> work) {
    return request.runOnWorker(work);
  }

  /** Runs a step of the request. Whatever goes wrong in it is answered. */
  void guarded(Runnable step) {
    try {
      step.run();
    } catch (Problem problem) {
      answer(ServerResponse.of(problem, requestId()));
    } catch (RuntimeException | Error e) {
      answer(ServerResponse.of(unexpected(requestId(), e), requestId()));
    }
  }

  /** Logs a defect of ours, and says what the client is told of it. */
  static Problem unexpected(String requestId, Throwable defect) {
    LOG.log(Level.ERROR, "request " + requestId + " failed", defect);
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
