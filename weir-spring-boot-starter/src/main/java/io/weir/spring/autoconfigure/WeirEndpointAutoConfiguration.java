// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.autoconfigure;

import io.weir.spring.actuate.WeirEndpoint;
import io.weir.spring.method.MethodRules;
import io.weir.spring.monitoring.CheckCounts;
import io.weir.spring.monitoring.LimiterBackend;
import io.weir.spring.properties.WeirProperties;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the endpoint, if Actuator is present and exposes it. */
@AutoConfiguration(after = WeirAutoConfiguration.class)
@ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnBean(CheckCounts.class)
public final class WeirEndpointAutoConfiguration {

  /** Called by Spring. */
  WeirEndpointAutoConfiguration() {}

  @Bean
  @ConditionalOnMissingBean
  @ConditionalOnAvailableEndpoint
  WeirEndpoint weirEndpoint(
      WeirProperties properties,
      LimiterBackend limiterBackend,
      MethodRules methods,
      CheckCounts counts) {
    return new WeirEndpoint(properties, limiterBackend, methods, counts);
  }
}
