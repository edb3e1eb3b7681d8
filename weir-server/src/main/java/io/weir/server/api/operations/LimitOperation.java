// SPDX-License-Identifier: Apache-2.0
package io.weir.server.api.operations;

import io.weir.Decision;
import io.weir.engine.Engine;
import io.weir.server.api.AuthenticatedRequest;
import io.weir.server.api.Operation;
import io.weir.server.api.RateLimitHeaders;
import io.weir.server.api.RateLimitStatus;
import io.weir.server.api.access.PermittedAction;
import io.weir.server.directory.LimitOverride;
import io.weir.server.directory.NamespaceEntry;
import io.weir.server.http.ServerResponse;
import io.weir.server.json.ByteSegments;
import io.weir.server.json.JsonBody;
import io.weir.server.json.JsonWriter;
import io.weir.server.problem.Problem;
import io.weir.time.EpochClock;

/** The operation that decides one check. */
public final class LimitOperation implements Operation {
  private final Engine engine;
  private final NamespaceResolver namespaceResolver;
  private final EpochClock clock;

  /** Creates an operation whose checks this engine decides. */
  public LimitOperation(Engine engine, NamespaceResolver namespaceResolver, EpochClock clock) {
    this.engine = engine;
    this.namespaceResolver = namespaceResolver;
    this.clock = clock;
  }

  @Override
  public String name() {
    return "ratelimit.limit";
  }

  @Override
  public JsonBody read(ByteSegments bytes) {
    return JsonBody.object(bytes, RequestedCheck.SHAPE);
  }

  @Override
  public void perform(AuthenticatedRequest authenticatedRequest) {
    String name = RequestedCheck.namespace(authenticatedRequest.object());
    NamespaceEntry known = NamespaceResolver.findInMemory(authenticatedRequest, name);
    if (known != null) {
      findOverride(authenticatedRequest, known);
    } else {
      authenticatedRequest.continueAfter(
          namespaceResolver.findOrCreate(authenticatedRequest, name),
          created -> findOverride(authenticatedRequest, created));
    }
  }

  private void findOverride(AuthenticatedRequest authenticatedRequest, NamespaceEntry entry) {
    OverrideSearch.find(authenticatedRequest, entry, check -> decide(authenticatedRequest, check));
  }

  private void decide(AuthenticatedRequest authenticatedRequest, RequestedCheck check) {
    // Unkey's handler of this operation checks the deletion first, that of multiLimit the
    // permission. Clients can observe the order: a caller without the permission gets 410 here.
    if (check.entry().namespace().deleted()) {
      throw Problem.namespaceGone();
    }
    authenticatedRequest
        .principal()
        .require(PermittedAction.LIMIT, check.entry().namespace().id());
    authenticatedRequest.continueAfter(
        check.limiter(engine, namespaceResolver).checkAsync(check.identifier(), check.cost()),
        decision -> answer(authenticatedRequest, check, decision));
  }

  private void answer(
      AuthenticatedRequest authenticatedRequest, RequestedCheck check, Decision decision) {
    RateLimitStatus rateLimitStatus =
        RateLimitStatus.of(decision, check.duration(), clock.epochMillis());
    ByteSegments body = JsonWriter.envelope(authenticatedRequest.requestId(), out -> {
      out.writeObjectFieldStart("data");
      out.writeNumberField("limit", decision.limit());
      LimitOverride override = check.override();
      if (override != null) {
        out.writeStringField("overrideId", override.id());
      }
      out.writeNumberField("remaining", rateLimitStatus.remaining());
      out.writeNumberField("reset", decision.resetMillis());
      out.writeBooleanField("success", decision.allowed());
      out.writeEndObject();
    });
    authenticatedRequest.respond(
        ServerResponse.ok(body).with(RateLimitHeaders.of(rateLimitStatus)));
  }
}
