// SPDX-License-Identifier: Apache-2.0
package io.weir.server.api.operations;

import com.fasterxml.jackson.core.JsonGenerator;
import io.weir.BatchDecision;
import io.weir.Decision;
import io.weir.engine.BatchCheck;
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
import io.weir.server.json.ObjectValues;
import io.weir.server.problem.Problem;
import io.weir.time.EpochClock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The operation that decides several checks together: all of them are counted, or none. */
public final class MultiLimitOperation implements Operation {
  private static final int MAX_CHECKS = 100;

  /**
   * Orders by what a client must respect first: checks that can never pass, then the longest wait, then the smallest
   * remaining amount.
   */
  private static final Comparator<RateLimitStatus> TIGHTEST_FIRST = Comparator.comparing(
          (RateLimitStatus rateLimitStatus) -> !rateLimitStatus.neverFits())
      .thenComparingLong(rateLimitStatus -> -rateLimitStatus.retryAfterMillis())
      .thenComparingLong(RateLimitStatus::remaining);

  private final Engine engine;
  private final NamespaceResolver namespaceResolver;
  private final EpochClock clock;

  /** Creates an operation whose checks this engine decides. */
  public MultiLimitOperation(Engine engine, NamespaceResolver namespaceResolver, EpochClock clock) {
    this.engine = engine;
    this.namespaceResolver = namespaceResolver;
    this.clock = clock;
  }

  @Override
  public String name() {
    return "ratelimit.multiLimit";
  }

  @Override
  public JsonBody read(ByteSegments bytes) {
    return JsonBody.array(bytes, RequestedCheck.SHAPE, MAX_CHECKS);
  }

  @Override
  public void perform(AuthenticatedRequest authenticatedRequest) {
    List<CompletableFuture<NamespaceEntry>> entries =
        new ArrayList<>(authenticatedRequest.objects().size());
    for (ObjectValues each : authenticatedRequest.objects()) {
      entries.add(namespaceResolver
          .findOrCreate(authenticatedRequest, RequestedCheck.namespace(each))
          .toCompletableFuture());
    }
    authenticatedRequest.continueAfter(
        CompletableFuture.allOf(entries.toArray(new CompletableFuture<?>[0])),
        all -> OverrideSearch.findAll(
            authenticatedRequest,
            entries.stream().map(CompletableFuture::join).toList(),
            checks -> check(authenticatedRequest, checks)));
  }

  private void check(AuthenticatedRequest authenticatedRequest, List<RequestedCheck> requested) {
    // Unkey's handler of this operation checks permissions first, that of limit the deletion.
    // Clients can observe the order: a caller without the permission gets 403 here.
    for (RequestedCheck each : requested) {
      authenticatedRequest
          .principal()
          .require(PermittedAction.LIMIT, each.entry().namespace().id());
    }
    if (requested.stream().anyMatch(each -> each.entry().namespace().deleted())) {
      throw Problem.namespaceGone();
    }
    List<BatchCheck> checks = new ArrayList<>(requested.size());
    for (RequestedCheck each : requested) {
      checks.add(each.check(engine, namespaceResolver));
    }
    authenticatedRequest.continueAfter(
        engine.checkAsync(checks), decision -> answer(authenticatedRequest, requested, decision));
  }

  private void answer(
      AuthenticatedRequest authenticatedRequest,
      List<RequestedCheck> requested,
      BatchDecision batch) {
    long now = clock.epochMillis();
    List<RateLimitStatus> statuses = new ArrayList<>(requested.size());
    for (int i = 0; i < requested.size(); i++) {
      statuses.add(RateLimitStatus.of(batch.decisions().get(i), requested.get(i).duration(), now));
    }
    ByteSegments body = JsonWriter.envelope(authenticatedRequest.requestId(), out -> {
      out.writeObjectFieldStart("data");
      out.writeArrayFieldStart("limits");
      for (int i = 0; i < requested.size(); i++) {
        write(out, requested.get(i), batch.decisions().get(i));
      }
      out.writeEndArray();
      out.writeBooleanField("passed", batch.allowed());
      out.writeEndObject();
    });
    RateLimitStatus tightest = statuses.stream().min(TIGHTEST_FIRST).orElseThrow();
    authenticatedRequest.respond(ServerResponse.ok(body).with(RateLimitHeaders.of(tightest)));
  }

  private static void write(JsonGenerator out, RequestedCheck requested, Decision decision)
      throws IOException {
    out.writeStartObject();
    out.writeStringField("identifier", requested.identifier());
    out.writeNumberField("limit", decision.limit());
    out.writeStringField("namespace", requested.namespace());
    LimitOverride override = requested.override();
    if (override != null) {
      out.writeStringField("overrideId", override.id());
    }
    out.writeBooleanField("passed", decision.allowed());
    out.writeNumberField("remaining", decision.allowed() ? decision.remaining() : 0);
    out.writeNumberField("reset", decision.resetMillis());
    out.writeEndObject();
  }
}
