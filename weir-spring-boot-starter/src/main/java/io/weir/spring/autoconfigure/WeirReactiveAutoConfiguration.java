// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.autoconfigure;

import io.weir.spring.web.FilterPositions;
import io.weir.spring.web.ReactiveRatelimitFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.web.server.WebFilter;
import reactor.core.publisher.Mono;

/** Auto-configuration of limits for the requests of a WebFlux application. */
@AutoConfiguration(after = WeirWebAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
@ConditionalOnClass({WebFilter.class, Mono.class})
@ConditionalOnBean(FilterPositions.class)
public final class WeirReactiveAutoConfiguration {

  /** Called by Spring. */
  WeirReactiveAutoConfiguration() {}

  @Bean
  ReactiveRatelimitFilter weirFilter(FilterPositions places, ApplicationContext home) {
    return new ReactiveRatelimitFilter(places.early(), home);
  }

  @Bean
  ReactiveRatelimitFilter weirUserFilter(FilterPositions places, ApplicationContext home) {
    return new ReactiveRatelimitFilter(places.late(), home);
  }
}
