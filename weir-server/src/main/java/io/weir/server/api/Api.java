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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The way of one request: from its head and body to an operation. */
public final class Api {
  /*
   * The order of the checks decides which error a client sees, and clients rely on it:
   *
   *   an authorization is there ─► the key is known, enabled, not expired ─► its workspace is enabled
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

  /**
   * Lets a request in by its head, and says what to do when its body has arrived. Throws a {@link Problem} if the caller is
   * not let in.
   */
  public Consumer<Asking> admit(Operation operation, Asking head) {
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
      throw Call.unexpected(head, e);
    }
    head.workspace(caller.tenant().workspace().id());
    return asking -> Call.guarded(asking, () -> perform(operation, asking, caller));
  }

  private void perform(Operation operation, Asking asking, Caller admitted) {
    checkHead(operation, asking);
    if (asking.bodyLength() <= MOST_BYTES_AT_HOME) {
      perform(operation, asking, admitted, operation.read(asking.body()));
    } else {
      Call.after(
          asking,
          asking.runOnWorker(() -> operation.read(asking.body())),
          body -> perform(operation, asking, admitted, body));
    }
  }

  private void perform(Operation operation, Asking asking, Caller admitted, Body body) {
    check(operation, body);
    // The body may have taken its time, and the key may have been revoked meanwhile.
    Caller caller = door.admitAgain(admitted);
    spendQuota(operation, asking, new Call(asking, caller, body.objects()));
  }

  private static void checkHead(Operation operation, Asking asking) {
    String type = asking.contentType();
    if (!isJson(type)) {
      throw Problem.invalid(
          "POST operation request content type '" + (type == null ? "" : type) + "' does not exist",
          List.of(new Violation(
              "requestBody",
              "the content type must be " + JSON,
              "add the header Content-Type: " + JSON)));
    }
    if (asking.bodyLength() == 0) {
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

  private void spendQuota(Operation operation, Asking asking, Call call) {
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
