// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.autoconfigure;

import io.weir.spring.actuate.WeirHealth;
import io.weir.spring.monitoring.LimiterBackend;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the health indicator, if Actuator is present. */
@AutoConfiguration(after = WeirAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(LimiterBackend.class)
public final class WeirHealthAutoConfiguration {

  /** Called by Spring. */
  WeirHealthAutoConfiguration() {}

  /** The bean's name determines its name in the health endpoint: weir. */
  @Bean
  @ConditionalOnMissingBean(name = "weirHealthIndicator")
  @ConditionalOnEnabledHealthIndicator("weir")
  WeirHealth weirHealthIndicator(LimiterBackend limiterBackend) {
    return new WeirHealth(limiterBackend);
  }
}
