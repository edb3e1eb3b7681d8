// SPDX-License-Identifier: Apache-2.0
package io.weir.server.api;

import io.weir.Decision;
import io.weir.server.api.access.Caller;
import io.weir.server.api.access.Door;
import io.weir.server.api.access.Quota;
import io.weir.server.directory.Workspace;
import io.weir.server.json.Body;
import io.weir.server.json.Violation;
import io.weir.server.problem.Problem;
import io.weir.time.EpochClock;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The way of one request: from its head and body to an operation. */
public final class Api {
  /*
   * The order of the checks decides which error a client sees, and clients rely on it:
   *
   *   an authorization is there ─► the body is JSON of the right shape ─► the key is known, enabled, not expired
   *   ─► its workspace is enabled ─► its quota is not used up ─► the operation: namespace, permission, work
   *
   * Nothing waits before the operation but a quota whose count has to be asked for.
   */

  private static final String PREFIX = "/v2/";
  private static final String JSON = "application/json";

  private final Door door;
  private final Quota quota;
  private final EpochClock clock;

  /** Lets callers in by this door and this quota. */
  public Api(Door door, Quota quota, EpochClock clock) {
    this.door = door;
    this.quota = quota;
    this.clock = clock;
  }

  /** Answers a request, now or later. */
  public void perform(Operation operation, Asking asking) {
    Call.guarded(asking, () -> {
      List<String> authorizations = asking.authorizations();
      if (authorizations.isEmpty()) {
        throw Problem.noAuthorization();
      }
      Body body = read(operation, asking);
      Caller caller = door.admit(authorizations);
      admit(operation, asking, new Call(asking, caller, body.objects()));
    });
  }

  private static Body read(Operation operation, Asking asking) {
    String path = PREFIX + operation.name();
    String type = asking.contentType();
    if (!isJson(type)) {
      throw Problem.invalid(
          "POST operation request content type '" + (type == null ? "" : type) + "' does not exist",
          List.of(new Violation(
              "requestBody",
              "the content type must be " + JSON,
              "add the header Content-Type: " + JSON)));
    }
    if (asking.body().length == 0) {
      throw Problem.invalid(
          "POST request body is empty for '" + path + "'",
          List.of(new Violation("requestBody", "the body is empty", "send a JSON body")));
    }
    Body body = operation.read(asking.body());
    return switch (body.state()) {
      case SOUND -> body;
      case UNCOUNTABLE ->
        throw Problem.invalid(
            "The request body is invalid: a number in it is not an integer of 64 bits.", List.of());
      case WRONG -> throw Problem.invalid(unsound(path), body.violations());
      case NO_JSON ->
        throw Problem.invalid(
            unsound(path),
            List.of(new Violation(
                "requestBody", "the body is not valid JSON", "send valid JSON in UTF-8")));
    };
  }

  private static String unsound(String path) {
    return "POST request body for '" + path + "' failed to validate schema";
  }

  private static boolean isJson(@Nullable String type) {
    if (type == null) {
      return false;
    }
    int end = type.indexOf(';');
    String media = end < 0 ? type : type.substring(0, end);
    return media.equals(JSON) || media.strip().toLowerCase(Locale.ROOT).equals(JSON);
  }

  private void admit(Operation operation, Asking asking, Call call) {
    Workspace workspace = call.caller().tenant().workspace();
    CompletableFuture<Decision> spent = quota.spend(workspace);
    if (spent == null) {
      operation.perform(call);
      return;
    }
    call.after(spent, decision -> {
      if (workspace.quota() > 0) {
        asking.quota(Standing.of(decision, Quota.WINDOW.toMillis(), clock.epochMillis()));
      }
      if (!decision.allowed()) {
        throw Problem.quotaExceeded(workspace.quota());
      }
      operation.perform(call);
    });
  }
}
