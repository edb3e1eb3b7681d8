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

/** The limiter behind the Ratelimit bean, and the availability of its stores. */
public final class LimiterBackend {
  private final @Nullable EmbeddedRatelimit embedded;
  private final WeirProperties properties;

  /** Null if no server decides, or if it is unknown. */
  private final @Nullable ServerProbe server;

  /** Whether the application created this limiter, so that properties do not describe it. */
  private final boolean isCustom;

  private LimiterBackend(Ratelimit answering, WeirProperties properties, boolean isCustom) {
    this.embedded = answering instanceof EmbeddedRatelimit known ? known : null;
    this.properties = properties;
    this.isCustom = isCustom;
    this.server = isCustom || embedded != null
        ? null
        : ServerProbe.of(answering, properties, NanoClock.system());
  }

  /** Determines the backend of this limiter. A limiter that is not counted was not created from properties. */
  public static LimiterBackend of(Ratelimit limiter, WeirProperties properties) {
    Ratelimit answering = limiter instanceof CountedRatelimit counted ? counted.limiter() : limiter;
    return new LimiterBackend(answering, properties, answering == limiter);
  }

  /**
   * Returns the kind of limiter: {@code embedded}, {@code server}, or {@code custom} if the application defines its
   * own.
   */
  public String mode() {
    if (isCustom) {
      return "custom";
    }
    return embedded == null ? "server" : "embedded";
  }

  /** Returns the server that decides; empty if none does, or if the application defines its own limiter. */
  public Optional<ServerProbe> server() {
    return Optional.ofNullable(server);
  }

  /**
   * Returns the configured server or stores, each with a function that returns whether it is available. For a store
   * the call is free, for a server it takes up to a second. The stores of a limiter that the application defines are
   * not known.
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
   * Returns whether the server or a store is unavailable, so that fallbacks answer, or decisions are made without the
   * counts of others. Empty if that is unknown.
   */
  public Optional<Boolean> degraded() {
    if (embedded == null) {
      return server().map(probe -> !probe.probe().available());
    }
    Engine.Health health = embedded.health();
    return Optional.of(!health.originAvailable() || !health.ledgerAvailable());
  }

  /** Returns the number of identifiers in memory; empty if they are kept elsewhere. */
  public OptionalLong subjects() {
    return embedded == null
        ? OptionalLong.empty()
        : OptionalLong.of(embedded.engine().subjects());
  }
}
