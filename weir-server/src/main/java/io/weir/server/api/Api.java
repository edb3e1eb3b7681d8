// SPDX-License-Identifier: Apache-2.0
package io.weir.server.api;

import io.weir.Decision;
import io.weir.server.api.access.Caller;
import io.weir.server.api.access.Door;
import io.weir.server.api.access.Quota;
import io.weir.server.directory.Workspace;
import io.weir.server.http.AdmittedRequest;
import io.weir.server.http.Endpoint;
import io.weir.server.http.RequestHead;
import io.weir.server.http.ServerRequest;
import io.weir.server.json.Body;
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

/** The way of one request: from its head and body to an operation. */
public final class Api {
  /*
   * The order of the checks decides which error a client sees, and clients rely on it:
   *
   *   the server is open ─► an authorization is there ─► the key is known, enabled, not expired ─► its workspace is enabled
   *   ─► the body is JSON of the right shape ─► the workspace's quota is not used up
   *   ─► the operation: namespace, permission, work
   *
   * Nothing is read of a body before the key is known: whoever has none must not be able to cause work. Nothing waits before
   * the operation but a body that is large, and a quota whose count has to be asked for.
   */

  /**
   * How large a body may be that is read on the event loop, while other requests wait. Hardly any is larger: a check takes
   * about 100 bytes, a hundred of them 10 KB. This much takes below a millisecond, and some before the JVM is warm.
   */
  private static final int MOST_BYTES_AT_HOME = 65_536;

  /** What the paths of all operations begin with. */
  public static final String PREFIX = "/v2/";

  private static final String JSON = "application/json";

  private final Door door;
  private final Quota quota;
  private final EpochClock clock;
  private final BooleanSupplier isOpen;

  /** Lets callers in by this door and this quota, while the server is open: while it knows keys. */
  public Api(Door door, Quota quota, EpochClock clock, BooleanSupplier isOpen) {
    this.door = door;
    this.quota = quota;
    this.clock = clock;
    this.isOpen = isOpen;
  }

  /** Returns where each operation is called, and what answers there. */
  public Map<String, Endpoint> endpoints(List<Operation> operations) {
    Map<String, Endpoint> endpoints = new HashMap<>();
    for (Operation each : operations) {
      endpoints.put(path(each), Endpoint.post(each.name(), head -> admit(each, head)));
    }
    return endpoints;
  }

  /**
   * Lets a request in by its head, and says what to do when its body has arrived. Throws a {@link Problem} if the caller is
   * not let in.
   */
  public AdmittedRequest admit(Operation operation, RequestHead head) {
    if (!isOpen.getAsBoolean()) {
      throw Problem.notReady();
    }
    List<String> authorizations = head.authorizations();
    if (authorizations.isEmpty()) {
      throw Problem.noAuthorization();
    }
    Caller caller;
    try {
      caller = door.admit(authorizations);
    } catch (Problem problem) {
      throw problem;
    } catch (RuntimeException e) {
      throw Call.unexpected(head.requestId(), e);
    }
    return new AdmittedRequest(caller.tenant().workspace().id(), request -> {
      Call unread = new Call(request, caller, List.of());
      unread.guarded(() -> perform(operation, request, unread));
    });
  }

  private void perform(Operation operation, ServerRequest request, Call unread) {
    checkHead(operation, request);
    if (request.body().length() <= MOST_BYTES_AT_HOME) {
      perform(operation, request, unread.caller(), operation.read(request.body()));
    } else {
      unread.after(
          request.runOnWorker(() -> operation.read(request.body())),
          body -> perform(operation, request, unread.caller(), body));
    }
  }

  private void perform(Operation operation, ServerRequest request, Caller admitted, Body body) {
    check(operation, body);
    // The body may have taken its time, and the key may have been revoked meanwhile.
    Caller caller = door.admitAgain(admitted);
    Call call = new Call(request, caller, body.objects());
    call.guarded(() -> spendQuota(operation, call));
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

  private static void check(Operation operation, Body body) {
    switch (body.state()) {
      case SOUND -> {}
      case UNCOUNTABLE ->
        throw Problem.invalid(
            "The request body is invalid: a number in it is not an integer of 64 bits.", List.of());
      case WRONG -> throw Problem.invalid(unsound(operation), body.violations());
      case NO_JSON ->
        throw Problem.invalid(
            unsound(operation),
            List.of(new Violation(
                "requestBody", "the body is not valid JSON", "send valid JSON in UTF-8")));
    }
  }

  private static String path(Operation operation) {
    return PREFIX + operation.name();
  }

  private static String unsound(Operation operation) {
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

  private void spendQuota(Operation operation, Call call) {
    Workspace workspace = call.caller().tenant().workspace();
    CompletableFuture<Decision> spent = quota.spend(workspace);
    if (spent == null) {
      operation.perform(call);
      return;
    }
    call.after(spent, decision -> {
      if (workspace.quota() > 0) {
        call.quota(Standing.of(decision, Quota.WINDOW.toMillis(), clock.epochMillis()));
      }
      if (!decision.allowed()) {
        throw Problem.quotaExceeded(workspace.quota());
      }
      operation.perform(call);
    });
  }
}
