// SPDX-License-Identifier: Apache-2.0
package io.weir.server.api.operations;

import io.weir.Decision;
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
import io.weir.server.problem.Problem;
import io.weir.time.EpochClock;

/** Decides one check. */
public final class LimitOperation implements Operation {
  private final Engine engine;
  private final Namespaces namespaces;
  private final EpochClock clock;

  /** By this engine. */
  public LimitOperation(Engine engine, Namespaces namespaces, EpochClock clock) {
    this.engine = engine;
    this.namespaces = namespaces;
    this.clock = clock;
  }

  @Override
  public String name() {
    return "ratelimit.limit";
  }

  @Override
  public Body read(ByteSegments bytes) {
    return Body.object(bytes, CheckFields.SHAPE);
  }

  @Override
  public void perform(Call call) {
    String name = CheckFields.namespace(call.object());
    NamespaceEntry known = Namespaces.known(call, name);
    if (known != null) {
      findOverride(call, known);
    } else {
      call.after(namespaces.foundOrMade(call, name), made -> findOverride(call, made));
    }
  }

  private void findOverride(Call call, NamespaceEntry entry) {
    OverrideSearch.find(call, entry, check -> decide(call, check));
  }

  private void decide(Call call, CheckFields check) {
    // Unkey's handler of this operation looks at the deletion first, that of multiLimit at the
    // permission. Clients can observe the order: a caller without the permission gets 410 here.
    if (check.entry().namespace().deleted()) {
      throw Problem.namespaceGone();
    }
    call.caller().require(Action.LIMIT, check.entry().namespace().id());
    call.after(
        check.limiter(engine, namespaces).checkAsync(check.identifier(), check.cost()),
        decision -> answer(call, check, decision));
  }

  private void answer(Call call, CheckFields check, Decision decision) {
    Standing standing = Standing.of(decision, check.duration(), clock.epochMillis());
    ByteSegments body = JsonText.envelope(call.requestId(), out -> {
      out.writeObjectFieldStart("data");
      out.writeNumberField("limit", decision.limit());
      LimitOverride override = check.override();
      if (override != null) {
        out.writeStringField("overrideId", override.id());
      }
      out.writeNumberField("remaining", standing.remaining());
      out.writeNumberField("reset", decision.resetMillis());
      out.writeBooleanField("success", decision.allowed());
      out.writeEndObject();
    });
    call.answer(ServerResponse.ok(body).with(RateLimitHeaders.of(standing)));
  }
}
