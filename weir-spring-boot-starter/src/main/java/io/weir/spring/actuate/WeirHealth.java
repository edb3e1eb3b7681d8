// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.actuate;

import io.weir.spring.monitoring.LimiterBackend;
import java.util.Optional;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/**
 * Up, or {@link #DEGRADED} while the server or a store can't be reached. Neither up, which would say that limits hold
 * as they should, nor down: the application goes on by its fallbacks or by its own counts, and to take it out of
 * service would make an outage of what is none. Spring Boot answers statuses that it does not know with 200.
 */
public final class WeirHealth implements HealthIndicator {
  /** Requests are answered, but limits do not hold as they should. */
  public static final Status DEGRADED = new Status("DEGRADED");

  private final LimiterBackend backend;

  /** The health of this. */
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
