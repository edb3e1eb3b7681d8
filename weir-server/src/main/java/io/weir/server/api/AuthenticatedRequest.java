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

/** An API request whose caller is authenticated. */
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

  /** Returns the authenticated caller. */
  public ApiPrincipal principal() {
    return principal;
  }

  /** Returns the objects in the body. */
  public List<ObjectValues> objects() {
    return objects;
  }

  /** Returns the first object of the body, for operations whose body is a single object. */
  public ObjectValues object() {
    return objects.get(0);
  }

  /** Returns the id of the request. */
  public String requestId() {
    return request.requestId();
  }

  /** Sends the response. */
  public void respond(ServerResponse response) {
    request.respond(response);
  }

  /** Sets the state of the workspace's quota, which the response will report. */
  void quota(RateLimitStatus rateLimitStatus) {
    request.responseHeaders(RateLimitHeaders.ofQuota(rateLimitStatus));
  }

  /**
   * Continues with the result of {@code stage}: immediately if it is available, otherwise later on the request's
   * event loop. Failures are answered with a problem.
   */
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

  /** Runs work that takes too long for the event loop. Only one request's work runs at a time. */
  public <T> CompletionStage<T> runOnWorker(Supplier<T> work) {
    return request.runOnWorker(work);
  }

  /** Runs a step of the request. Any failure in it becomes a response. */
  void runGuarded(Runnable step) {
    try {
      step.run();
    } catch (Problem problem) {
      respond(ServerResponse.of(problem, requestId()));
    } catch (RuntimeException | Error e) {
      respond(ServerResponse.of(unexpected(requestId(), e), requestId()));
    }
  }

  /** Logs an internal error and returns the problem that the client sees. */
  static Problem unexpected(String requestId, Throwable error) {
    LOG.log(Level.ERROR, "request " + requestId + " failed", error);
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
