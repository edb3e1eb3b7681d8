// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.monitoring;

import io.weir.api.Ratelimit;
import io.weir.embedded.EmbeddedRatelimit;
import io.weir.engine.Engine;
import io.weir.spring.properties.WeirProperties;
import io.weir.time.NanoClock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** What stands behind the Ratelimit bean, and whether it can reach its stores. */
public final class LimiterBackend {
  private final @Nullable EmbeddedRatelimit embedded;
  private final WeirProperties properties;

  /** Null if no server decides, or nobody knows which. */
  private final @Nullable ServerProbe server;

  /** Whether properties say nothing of this limiter, since the application made it. */
  private final boolean isCustom;

  private LimiterBackend(Ratelimit answering, WeirProperties properties, boolean isCustom) {
    this.embedded = answering instanceof EmbeddedRatelimit known ? known : null;
    this.properties = properties;
    this.isCustom = isCustom;
    this.server = isCustom || embedded != null
        ? null
        : ServerProbe.of(answering, properties, NanoClock.system());
  }

  /** What stands behind this limiter. One that is not counted was not made from properties. */
  public static LimiterBackend of(Ratelimit limiter, WeirProperties properties) {
    Ratelimit answering = limiter instanceof CountedRatelimit counted ? counted.limiter() : limiter;
    return new LimiterBackend(answering, properties, answering == limiter);
  }

  /**
   * Who decides: {@code embedded}, {@code server}, or {@code custom} if the application brought a limiter of its own.
   */
  public String mode() {
    if (isCustom) {
      return "custom";
    }
    return embedded == null ? "server" : "embedded";
  }

  /** The server that decides; empty if none does, or if the application brought a limiter of its own. */
  public Optional<ServerProbe> server() {
    return Optional.ofNullable(server);
  }

  /**
   * The server or the stores that are set, and for each a way to ask whether it can be reached. To ask for a store
   * costs nothing, for a server up to a second. Which ones a limiter of the application's own has, if any, is not
   * known.
   */
  public Map<String, BooleanSupplier> stores() {
    Map<String, BooleanSupplier> stores = new LinkedHashMap<>();
    EmbeddedRatelimit limiter = isCustom ? null : embedded;
    if (server != null) {
      stores.put("server", () -> server.probe().available());
    }
    if (limiter != null && properties.embedded().redis() != null) {
      stores.put("redis", () -> limiter.health().originAvailable());
    }
    if (limiter != null && properties.embedded().mysql().url() != null) {
      stores.put("mysql", () -> limiter.health().ledgerAvailable());
    }
    return stores;
  }

  /**
   * Whether the server or a store can't be reached: fallbacks answer, or decisions go on without the counts that
   * others have. Empty if nobody can say.
   */
  public Optional<Boolean> degraded() {
    if (embedded == null) {
      return server().map(probe -> !probe.probe().available());
    }
    Engine.Health health = embedded.health();
    return Optional.of(!health.originAvailable() || !health.ledgerAvailable());
  }

  /** How many identifiers are in memory; empty if that is not here. */
  public OptionalLong subjects() {
    return embedded == null
        ? OptionalLong.empty()
        : OptionalLong.of(embedded.engine().subjects());
  }
}
