// SPDX-License-Identifier: Apache-2.0
package io.weir.server.api.operations;

import com.fasterxml.jackson.core.JsonGenerator;
import io.weir.BatchDecision;
import io.weir.Decision;
import io.weir.engine.Check;
import io.weir.engine.Engine;
import io.weir.server.api.Call;
import io.weir.server.api.Operation;
import io.weir.server.api.RateLimitHeaders;
import io.weir.server.api.Standing;
import io.weir.server.api.access.Action;
import io.weir.server.directory.LimitOverride;
import io.weir.server.directory.NamespaceEntry;
import io.weir.server.http.ServerResponse;
import io.weir.server.json.Body;
import io.weir.server.json.ByteSegments;
import io.weir.server.json.JsonText;
import io.weir.server.json.Values;
import io.weir.server.problem.Problem;
import io.weir.time.EpochClock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Decides several checks together: all of them are counted, or none. */
public final class MultiLimitOperation implements Operation {
  private static final int MOST = 100;

  /** What never passes, then the longest wait, then the least that is left: what a client has to mind first. */
  private static final Comparator<Standing> TIGHTEST_FIRST = Comparator.comparing(
          (Standing standing) -> !standing.hopeless())
      .thenComparingLong(standing -> -standing.retryAfterMillis())
      .thenComparingLong(Standing::remaining);

  private final Engine engine;
  private final Namespaces namespaces;
  private final EpochClock clock;

  /** By this engine. */
  public MultiLimitOperation(Engine engine, Namespaces namespaces, EpochClock clock) {
    this.engine = engine;
    this.namespaces = namespaces;
    this.clock = clock;
  }

  @Override
  public String name() {
    return "ratelimit.multiLimit";
  }

  @Override
  public Body read(ByteSegments bytes) {
    return Body.array(bytes, CheckFields.SHAPE, MOST);
  }

  @Override
  public void perform(Call call) {
    List<CompletableFuture<NamespaceEntry>> entries =
        new ArrayList<>(call.objects().size());
    for (Values each : call.objects()) {
      entries.add(namespaces.foundOrMade(call, CheckFields.namespace(each)).toCompletableFuture());
    }
    call.after(
        CompletableFuture.allOf(entries.toArray(new CompletableFuture<?>[0])),
        all -> OverrideSearch.findAll(
            call,
            entries.stream().map(CompletableFuture::join).toList(),
            checks -> check(call, checks)));
  }

  private void check(Call call, List<CheckFields> asked) {
    // Unkey's handler of this operation looks at permissions first, that of limit at the deletion.
    // Clients can observe the order: a caller without the permission gets 403 here.
    for (CheckFields each : asked) {
      call.caller().require(Action.LIMIT, each.entry().namespace().id());
    }
    if (asked.stream().anyMatch(each -> each.entry().namespace().deleted())) {
      throw Problem.namespaceGone();
    }
    List<Check> checks = new ArrayList<>(asked.size());
    for (CheckFields each : asked) {
      checks.add(each.check(engine, namespaces));
    }
    call.after(engine.checkAsync(checks), decision -> answer(call, asked, decision));
  }

  private void answer(Call call, List<CheckFields> asked, BatchDecision batch) {
    long now = clock.epochMillis();
    List<Standing> standings = new ArrayList<>(asked.size());
    for (int i = 0; i < asked.size(); i++) {
      standings.add(Standing.of(batch.decisions().get(i), asked.get(i).duration(), now));
    }
    ByteSegments body = JsonText.envelope(call.requestId(), out -> {
      out.writeObjectFieldStart("data");
      out.writeArrayFieldStart("limits");
      for (int i = 0; i < asked.size(); i++) {
        write(out, asked.get(i), batch.decisions().get(i));
      }
      out.writeEndArray();
      out.writeBooleanField("passed", batch.allowed());
      out.writeEndObject();
    });
    Standing tightest = standings.stream().min(TIGHTEST_FIRST).orElseThrow();
    call.answer(ServerResponse.ok(body).with(RateLimitHeaders.of(tightest)));
  }

  private static void write(JsonGenerator out, CheckFields asked, Decision decision)
      throws IOException {
    out.writeStartObject();
    out.writeStringField("identifier", asked.identifier());
    out.writeNumberField("limit", decision.limit());
    out.writeStringField("namespace", asked.namespace());
    LimitOverride override = asked.override();
    if (override != null) {
      out.writeStringField("overrideId", override.id());
    }
    out.writeBooleanField("passed", decision.allowed());
    out.writeNumberField("remaining", decision.allowed() ? decision.remaining() : 0);
    out.writeNumberField("reset", decision.resetMillis());
    out.writeEndObject();
  }
}
