// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.watch;

import io.weir.client.Ratelimit;
import io.weir.embedded.EmbeddedRatelimit;
import io.weir.spring.properties.WeirProperties;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** What stands behind the Ratelimit bean, and whether it can reach its stores. */
public final class Backing {
  private final @Nullable EmbeddedRatelimit embedded;
  private final WeirProperties properties;

  private Backing(@Nullable EmbeddedRatelimit embedded, WeirProperties properties) {
    this.embedded = embedded;
    this.properties = properties;
  }

  /** What stands behind this limiter. */
  public static Backing of(Ratelimit limiter, WeirProperties properties) {
    Ratelimit answering = limiter instanceof CountedRatelimit counted ? counted.limiter() : limiter;
    return new Backing(
        answering instanceof EmbeddedRatelimit embedded ? embedded : null, properties);
  }

  /** Who decides: {@code embedded}, {@code server}, or {@code custom} if the application brought a limiter of its own. */
  public String mode() {
    if (embedded != null) {
      return "embedded";
    }
    return properties.asksServer() ? "server" : "custom";
  }

  /** The stores that are set, and for each a way to ask whether it can be reached. Asking costs nothing. */
  public Map<String, BooleanSupplier> stores() {
    Map<String, BooleanSupplier> stores = new LinkedHashMap<>();
    EmbeddedRatelimit limiter = embedded;
    if (limiter != null && properties.embedded().redis() != null) {
      stores.put("redis", () -> limiter.health().originAvailable());
    }
    if (limiter != null && properties.embedded().mysql().url() != null) {
      stores.put("mysql", () -> limiter.health().ledgerAvailable());
    }
    return stores;
  }

  /** Whether a store is away: decisions go on without the counts that others have. */
  public boolean isDegraded() {
    return stores().values().stream().anyMatch(available -> !available.getAsBoolean());
  }

  /** How many identifiers are in memory; empty if that is not here. */
  public OptionalLong subjects() {
    return embedded == null
        ? OptionalLong.empty()
        : OptionalLong.of(embedded.engine().subjects());
  }
}
