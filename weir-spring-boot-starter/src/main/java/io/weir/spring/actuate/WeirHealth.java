// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.actuate;

import io.weir.spring.watch.Backing;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Always up: a limiter whose store is away goes on by itself, and so does the application. Taking it out of service would
 * make an outage of what is none. What is missing is told as details.
 */
public final class WeirHealth implements HealthIndicator {
  private final Backing backing;

  /** The health of this. */
  public WeirHealth(Backing backing) {
    this.backing = backing;
  }

  @Override
  public Health health() {
    Health.Builder health = Health.up().withDetail("mode", backing.mode());
    backing.degraded().ifPresent(degraded -> health.withDetail("degraded", degraded));
    backing
        .stores()
        .forEach((name, available) ->
            health.withDetail(name, available.getAsBoolean() ? "available" : "away"));
    return health.build();
  }
}
