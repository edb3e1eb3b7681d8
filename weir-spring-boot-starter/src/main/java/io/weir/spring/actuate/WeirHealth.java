// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.actuate;

import io.weir.spring.monitoring.LimiterBackend;
import java.util.Optional;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/**
 * A health indicator: up, or {@link #DEGRADED} while the server or a store is unavailable. That state is not up,
 * because limits are not fully enforced. It is not down either, because the application continues with fallbacks or
 * local counts; removing it from service would turn a degradation into an outage. Spring Boot responds to unknown
 * statuses with 200.
 */
public final class WeirHealth implements HealthIndicator {
  /** Requests are answered, but limits are not fully enforced. */
  public static final Status DEGRADED = new Status("DEGRADED");

  private final LimiterBackend backend;

  /** Creates a health indicator for this backend. */
  public WeirHealth(LimiterBackend backend) {
    this.backend = backend;
  }

  @Override
  public Health health() {
    Optional<Boolean> degraded = backend.degraded();
    Health.Builder health = new Health.Builder(degraded.orElse(false) ? DEGRADED : Status.UP)
        .withDetail("mode", backend.mode());
    degraded.ifPresent(value -> health.withDetail("degraded", value));
    backend
        .stores()
        .forEach((name, available) ->
            health.withDetail(name, available.getAsBoolean() ? "available" : "unavailable"));
    backend
        .server()
        .map(server -> server.probe().reason())
        .filter(reason -> !reason.isEmpty())
        .ifPresent(reason -> health.withDetail("reason", reason));
    return health.build();
  }
}
