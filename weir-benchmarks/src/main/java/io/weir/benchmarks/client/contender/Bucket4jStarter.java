// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.client.contender;

import com.giffing.bucket4j.spring.boot.starter.context.RateLimiting;
import com.giffing.bucket4j.spring.boot.starter.filter.servlet.ServletRateLimitFilter;
import com.github.benmanes.caffeine.jcache.spi.CaffeineCachingProvider;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Bucket4j with its Spring Boot starter. The starter keeps its buckets in a cache; the in-process cache here is
 * Caffeine.
 */
final class Bucket4jStarter {
  private Bucket4jStarter() {}

  static ApplicationSpec blueprint(ExpectedOutcome expectedOutcome) {
    Map<String, String> properties = new TreeMap<>(Map.of(
        "spring.cache.type", "jcache",
        "spring.cache.jcache.provider", CaffeineCachingProvider.class.getName(),
        "spring.cache.cache-names", "buckets",
        "bucket4j.filters[0].cache-name", "buckets",
        "bucket4j.filters[0].url", ".*",
        "bucket4j.filters[0].rate-limits[0].cache-key", "getRemoteAddr()",
        "bucket4j.methods[0].name", "offer",
        "bucket4j.methods[0].cache-name", "buckets"));
    limit(properties, "bucket4j.filters[0].rate-limits[0]", expectedOutcome);
    limit(properties, "bucket4j.methods[0].rate-limit", expectedOutcome);
    return new ApplicationSpec(
        "com.giffing.bucket4j.",
        Beans.class,
        properties,
        context -> context.getBean(ServletRateLimitFilter.class));
  }

  private static void limit(
      Map<String, String> properties, String rule, ExpectedOutcome expectedOutcome) {
    properties.put(rule + ".bandwidths[0].capacity", Integer.toString(expectedOutcome.limit()));
    properties.put(rule + ".bandwidths[0].time", "30");
    properties.put(rule + ".bandwidths[0].unit", "days");
  }

  @Configuration(proxyBeanMethods = false)
  @EnableCaching
  static class Beans {
    @Bean
    Bucket4jCalls offer() {
      return new Bucket4jCalls();
    }
  }

  static class Bucket4jCalls implements LimitedCalls {
    @Override
    @RateLimiting(name = "offer")
    public String shared(String customer) {
      return customer;
    }

    @Override
    @RateLimiting(name = "offer", cacheKey = "#customer")
    public String own(String customer) {
      return customer;
    }
  }
}
