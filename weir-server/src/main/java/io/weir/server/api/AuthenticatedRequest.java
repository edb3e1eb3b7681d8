// SPDX-License-Identifier: Apache-2.0
package io.weir.server.api;

import io.weir.api.common.FailureCause;
import io.weir.server.api.access.ApiPrincipal;
import io.weir.server.directory.TenantStore;
import io.weir.server.http.ServerRequest;
import io.weir.server.http.ServerResponse;
import io.weir.server.json.ObjectValues;
import io.weir.server.problem.Problem;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A request whose caller was let in. */
public final class AuthenticatedRequest {
  private static final Logger LOG = System.getLogger(AuthenticatedRequest.class.getName());

  private final ServerRequest request;
  private final ApiPrincipal principal;
  private final List<ObjectValues> objects;

  AuthenticatedRequest(ServerRequest request, ApiPrincipal principal, List<ObjectValues> objects) {
    this.request = request;
    this.principal = principal;
    this.objects = objects;
  }

  /** Who asks. */
  public ApiPrincipal principal() {
    return principal;
  }

  /** The objects of the body. */
  public List<ObjectValues> objects() {
    return objects;
  }

  /** The only object of the body. */
  public ObjectValues object() {
    return objects.get(0);
  }

  /** What the request is called. */
  public String requestId() {
    return request.requestId();
  }

  /** Answers. */
  public void respond(ServerResponse response) {
    request.respond(response);
  }

  /** Says, before the answer, how the workspace's quota stands. Whatever the answer is, it tells the client. */
  void quota(RateLimitStatus rateLimitStatus) {
    request.responseHeaders(RateLimitHeaders.ofQuota(rateLimitStatus));
  }

  /** Goes on with what was waited for: at once if it is there, else later and at home. Failures are answered. */
  public <T> void continueAfter(CompletionStage<T> stage, Consumer<T> rest) {
    CompletableFuture<T> future = stage.toCompletableFuture();
    if (future.isDone() && !future.isCompletedExceptionally()) {
      rest.accept(future.join());
      return;
    }
    CompletableFuture<T> unused =
        future.whenComplete((value, failure) -> request.resume(() -> runGuarded(() -> {
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
  void runGuarded(Runnable step) {
    try {
      step.run();
    } catch (Problem problem) {
      respond(ServerResponse.of(problem, requestId()));
    } catch (RuntimeException | Error e) {
      respond(ServerResponse.of(unexpected(requestId(), e), requestId()));
    }
  }

  /** Logs a defect of ours, and says what the client is told of it. */
  static Problem unexpected(String requestId, Throwable defect) {
    LOG.log(Level.ERROR, "request " + requestId + " failed", defect);
    return Problem.unexpected();
  }

  private static RuntimeException problem(Throwable failure) {
    Throwable cause = FailureCause.of(failure);
    if (cause instanceof TenantStore.StoreUnavailable) {
      return Problem.unavailable();
    }
    if (cause instanceof RuntimeException known) {
      return known;
    }
    return new IllegalStateException(cause);
  }
}
