// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.client.contender;

import io.github.resilience4j.ratelimiter.annotation.RateLimiter;
import java.util.Map;

/** Resilience4j with its Spring Boot starter, configured not to wait. It has an annotation, but no filter. */
final class Resilience4jStarter {
  private Resilience4jStarter() {}

  static ApplicationSpec blueprint(ExpectedOutcome expectedOutcome) {
    String config = "resilience4j.ratelimiter.configs.offer.";
    Map<String, String> properties = Map.of(
        config + "limit-for-period",
        Integer.toString(expectedOutcome.limit()),
        config + "limit-refresh-period",
        ExpectedOutcome.WINDOW,
        config + "timeout-duration",
        "0",
        "resilience4j.ratelimiter.instances.offer.base-config",
        "offer");
    return new ApplicationSpec(
        "io.github.resilience4j.", Resilience4jCalls.class, properties, context -> {
          throw new UnsupportedOperationException("Resilience4j has no filter");
        });
  }

  static class Resilience4jCalls implements LimitedCalls {
    @Override
    @RateLimiter(name = "offer")
    public String shared(String customer) {
      return customer;
    }

    /**
     * Resilience4j has no keys. The closest equivalent is a limiter named after the customer with a shared
     * configuration.
     */
    @Override
    @RateLimiter(name = "#customer", configuration = "offer")
    public String own(String customer) {
      return customer;
    }
  }
}
