// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.client.contender;

import io.github.resilience4j.ratelimiter.annotation.RateLimiter;
import java.util.Map;

/** Resilience4j by its Spring Boot starter, told not to wait. It has an annotation, but no filter. */
final class Resilience4j {
  private Resilience4j() {}

  static Blueprint blueprint(Outcome outcome) {
    String config = "resilience4j.ratelimiter.configs.offer.";
    Map<String, String> properties = Map.of(
        config + "limit-for-period",
        Integer.toString(outcome.limit()),
        config + "limit-refresh-period",
        Outcome.WINDOW,
        config + "timeout-duration",
        "0",
        "resilience4j.ratelimiter.instances.offer.base-config",
        "offer");
    return new Blueprint("io.github.resilience4j.", Limited.class, properties, context -> {
      throw new UnsupportedOperationException("Resilience4j has no filter");
    });
  }

  static class Limited implements Offer {
    @Override
    @RateLimiter(name = "offer")
    public String shared(String customer) {
      return customer;
    }

    /** It has no keys: a limiter with the customer's name, configured like the other, is the nearest to one. */
    @Override
    @RateLimiter(name = "#customer", configuration = "offer")
    public String own(String customer) {
      return customer;
    }
  }
}
