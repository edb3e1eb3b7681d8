// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.autoconfigure;

import io.weir.api.Ratelimit;
import io.weir.spring.monitoring.CheckCounts;
import io.weir.spring.monitoring.CountedRatelimit;
import io.weir.spring.properties.RuleProperties;
import io.weir.spring.properties.WeirProperties;
import io.weir.spring.web.FilterPositions;
import io.weir.spring.web.RefusalAdvice;
import java.time.InstantSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Auto-configuration that servlet and WebFlux applications share. */
@AutoConfiguration(after = WeirAutoConfiguration.class)
@ConditionalOnWebApplication
@ConditionalOnBean(CheckCounts.class)
public final class WeirWebAutoConfiguration {

  /** Called by Spring. */
  WeirWebAutoConfiguration() {}

  @Bean
  @ConditionalOnBooleanProperty(name = "weir.web.enabled", matchIfMissing = true)
  FilterPositions weirFilterPlaces(
      WeirProperties properties, Ratelimit ratelimit, CheckCounts counts) {
    for (RuleProperties rule : properties.web().namedRules()) {
      if (rule.name() != null) {
        counts.register(rule.name());
      }
    }
    return FilterPositions.of(properties.web(), CountedRatelimit.of(ratelimit, counts, null));
  }

  /** A separate class, because the annotation of the advice may be absent from the class path. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(RestControllerAdvice.class)
  static final class RefusalConfiguration {
    @Bean
    @ConditionalOnMissingBean
    RefusalAdvice weirRefusalAnswer(WeirProperties properties) {
      return new RefusalAdvice(properties.web().headers(), InstantSource.system());
    }
  }
}
