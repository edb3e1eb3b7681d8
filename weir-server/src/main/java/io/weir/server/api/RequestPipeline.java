// SPDX-License-Identifier: Apache-2.0
package io.weir.server.api;

import io.weir.Decision;
import io.weir.server.api.access.ApiPrincipal;
import io.weir.server.api.access.Authenticator;
import io.weir.server.api.access.WorkspaceQuota;
import io.weir.server.directory.Workspace;
import io.weir.server.http.AdmittedRequest;
import io.weir.server.http.Endpoint;
import io.weir.server.http.RequestHead;
import io.weir.server.http.ServerRequest;
import io.weir.server.json.JsonBody;
import io.weir.server.json.Violation;
import io.weir.server.problem.Problem;
import io.weir.time.EpochClock;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The request pipeline: processes a request from its head and body up to its operation. */
public final class RequestPipeline {
  /*
   * The order of the checks decides which error a client sees, and clients rely on it:
   *
   *   the server is open ─► there is an Authorization header ─► the key is known, enabled, not expired
   *   ─► its workspace is enabled ─► the body is JSON of the right shape ─► the workspace's quota is not used up
   *   ─► the operation: namespace, permission, work
   *
   * No part of a body is read before the key is known, so that a client without a key cannot cause work. Before the
   * operation, only a large body and a quota whose count must be read from a store can make a request wait.
   */

  /**
   * The maximum size of a body that is parsed on the event loop, while other requests wait. Hardly any body is
   * larger: a check takes about 100 bytes, a hundred checks 10 KB. Parsing this much takes less than a millisecond,
   * and several before the JVM is warm.
   */
  private static final int MAX_EVENT_LOOP_BYTES = 65_536;

  /** The prefix of all operations' paths. */
  public static final String PREFIX = "/v2/";

  private static final String JSON = "application/json";

  private final Authenticator authenticator;
  private final WorkspaceQuota workspaceQuota;
  private final EpochClock clock;
  private final BooleanSupplier isOpen;

  /**
   * Creates a pipeline with this authenticator and quota. It accepts requests only while {@code isOpen}: while the
   * server knows keys.
   */
  public RequestPipeline(
      Authenticator authenticator,
      WorkspaceQuota workspaceQuota,
      EpochClock clock,
      BooleanSupplier isOpen) {
    this.authenticator = authenticator;
    this.workspaceQuota = workspaceQuota;
    this.clock = clock;
    this.isOpen = isOpen;
  }

  /** Returns the endpoints of these operations by path. */
  public Map<String, Endpoint> endpoints(List<Operation> operations) {
    Map<String, Endpoint> endpoints = new HashMap<>();
    for (Operation each : operations) {
      endpoints.put(path(each), Endpoint.post(each.name(), head -> authenticate(each, head)));
    }
    return endpoints;
  }

  /**
   * Authenticates a request by its head and returns how to process it when its body has arrived. Throws a {@link
   * Problem} if the caller is rejected.
   */
  public AdmittedRequest authenticate(Operation operation, RequestHead head) {
    if (!isOpen.getAsBoolean()) {
      throw Problem.notReady();
    }
    List<String> authorizations = head.authorizations();
    if (authorizations.isEmpty()) {
      throw Problem.noAuthorization();
    }
    ApiPrincipal apiPrincipal;
    try {
      apiPrincipal = authenticator.authenticate(authorizations);
    } catch (Problem problem) {
      throw problem;
    } catch (RuntimeException e) {
      throw AuthenticatedRequest.unexpected(head.requestId(), e);
    }
    return new AdmittedRequest(apiPrincipal.tenant().workspace().id(), request -> {
      AuthenticatedRequest unread = new AuthenticatedRequest(request, apiPrincipal, List.of());
      unread.runGuarded(() -> perform(operation, request, unread));
    });
  }

  private void perform(Operation operation, ServerRequest request, AuthenticatedRequest unread) {
    checkHead(operation, request);
    if (request.body().length() <= MAX_EVENT_LOOP_BYTES) {
      perform(operation, request, unread.principal(), operation.read(request.body()));
    } else {
      unread.continueAfter(
          request.runOnWorker(() -> operation.read(request.body())),
          jsonBody -> perform(operation, request, unread.principal(), jsonBody));
    }
  }

  private void perform(
      Operation operation, ServerRequest request, ApiPrincipal principal, JsonBody jsonBody) {
    check(operation, jsonBody);
    // The body may have arrived slowly, and the key may have been revoked meanwhile.
    ApiPrincipal apiPrincipal = authenticator.reauthenticate(principal);
    AuthenticatedRequest authenticatedRequest =
        new AuthenticatedRequest(request, apiPrincipal, jsonBody.objects());
    authenticatedRequest.runGuarded(() -> spendQuota(operation, authenticatedRequest));
  }

  private static void checkHead(Operation operation, ServerRequest request) {
    String type = request.head().contentType();
    if (!isJson(type)) {
      throw Problem.invalid(
          "POST operation request content type '" + (type == null ? "" : type) + "' does not exist",
          List.of(new Violation(
              "requestBody",
              "the content type must be " + JSON,
              "add the header Content-Type: " + JSON)));
    }
    if (request.body().length() == 0) {
      throw Problem.invalid(
          "POST request body is empty for '" + path(operation) + "'",
          List.of(new Violation("requestBody", "the body is empty", "send a JSON body")));
    }
  }

  private static void check(Operation operation, JsonBody jsonBody) {
    switch (jsonBody.state()) {
      case VALID -> {}
      case UNSUPPORTED_NUMBER ->
        throw Problem.invalid(
            "The request body is invalid: a number in it is not an integer of 64 bits.", List.of());
      case INVALID -> throw Problem.invalid(invalidBody(operation), jsonBody.violations());
      case NOT_JSON ->
        throw Problem.invalid(
            invalidBody(operation),
            List.of(new Violation(
                "requestBody", "the body is not valid JSON", "send valid JSON in UTF-8")));
    }
  }

  private static String path(Operation operation) {
    return PREFIX + operation.name();
  }

  private static String invalidBody(Operation operation) {
    return "POST request body for '" + path(operation) + "' failed to validate schema";
  }

  private static boolean isJson(@Nullable String type) {
    if (type == null) {
      return false;
    }
    int end = type.indexOf(';');
    String media = end < 0 ? type : type.substring(0, end);
    return media.equals(JSON) || media.strip().toLowerCase(Locale.ROOT).equals(JSON);
  }

  private void spendQuota(Operation operation, AuthenticatedRequest authenticatedRequest) {
    Workspace workspace = authenticatedRequest.principal().tenant().workspace();
    CompletableFuture<Decision> spent = workspaceQuota.spend(workspace);
    if (spent == null) {
      operation.perform(authenticatedRequest);
      return;
    }
    authenticatedRequest.continueAfter(spent, decision -> {
      if (workspace.quota() > 0) {
        authenticatedRequest.quota(
            RateLimitStatus.of(decision, WorkspaceQuota.WINDOW.toMillis(), clock.epochMillis()));
      }
      if (!decision.allowed()) {
        throw Problem.quotaExceeded(workspace.quota());
      }
      operation.perform(authenticatedRequest);
    });
  }
}
