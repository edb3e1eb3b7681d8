// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.watch;

import io.weir.client.Ratelimit;
import io.weir.embedded.EmbeddedRatelimit;
import io.weir.engine.Engine;
import io.weir.spring.properties.WeirProperties;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** What stands behind the Ratelimit bean, and whether it can reach its stores. */
public final class Backing {
  private final @Nullable EmbeddedRatelimit embedded;
  private final WeirProperties properties;

  /** Whether properties say nothing of this limiter, since the application made it. */
  private final boolean isOwn;

  private Backing(@Nullable EmbeddedRatelimit embedded, WeirProperties properties, boolean isOwn) {
    this.embedded = embedded;
    this.properties = properties;
    this.isOwn = isOwn;
  }

  /** What stands behind this limiter. One that is not counted was not made from properties. */
  public static Backing of(Ratelimit limiter, WeirProperties properties) {
    Ratelimit answering = limiter instanceof CountedRatelimit counted ? counted.limiter() : limiter;
    return new Backing(
        answering instanceof EmbeddedRatelimit embedded ? embedded : null,
        properties,
        answering == limiter);
  }

  /** Who decides: {@code embedded}, {@code server}, or {@code custom} if the application brought a limiter of its own. */
  public String mode() {
    if (isOwn) {
      return "custom";
    }
    return embedded == null ? "server" : "embedded";
  }

  /**
   * The stores that are set, and for each a way to ask whether it can be reached. Asking costs nothing. Which ones a limiter
   * of the application's own has, if any, is not known.
   */
  public Map<String, BooleanSupplier> stores() {
    Map<String, BooleanSupplier> stores = new LinkedHashMap<>();
    EmbeddedRatelimit limiter = isOwn ? null : embedded;
    if (limiter != null && properties.embedded().redis() != null) {
      stores.put("redis", () -> limiter.health().originAvailable());
    }
    if (limiter != null && properties.embedded().mysql().url() != null) {
      stores.put("mysql", () -> limiter.health().ledgerAvailable());
    }
    return stores;
  }

  /** Whether a store is away: decisions go on without the counts that others have. Empty if nobody can say. */
  public Optional<Boolean> degraded() {
    if (embedded == null) {
      return isOwn ? Optional.empty() : Optional.of(false);
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
