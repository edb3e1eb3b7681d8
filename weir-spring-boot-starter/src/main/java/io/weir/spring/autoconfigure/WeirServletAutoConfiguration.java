// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.autoconfigure;

import io.weir.spring.web.FilterPositions;
import io.weir.web.servlet.RatelimitFilter;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import java.util.EnumSet;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/** Auto-configuration of limits for the requests of a servlet application. */
@AutoConfiguration(after = WeirWebAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({Filter.class, FilterRegistrationBean.class})
@ConditionalOnBean(FilterPositions.class)
public final class WeirServletAutoConfiguration {

  /** Called by Spring. */
  WeirServletAutoConfiguration() {}

  @Bean
  FilterRegistrationBean<RatelimitFilter> weirFilter(
      FilterPositions places, Environment environment) {
    return registration("weirFilter", places.early(), environment);
  }

  @Bean
  FilterRegistrationBean<RatelimitFilter> weirUserFilter(
      FilterPositions places, Environment environment) {
    return registration("weirUserFilter", places.late(), environment);
  }

  private static FilterRegistrationBean<RatelimitFilter> registration(
      String name, FilterPositions.FilterPosition filterPosition, Environment environment) {
    FilterRegistrationBean<RatelimitFilter> registration =
        new FilterRegistrationBean<>(new RatelimitFilter(filterPosition.limits()));
    registration.setName(name);
    registration.setOrder(filterPosition.order(environment.getProperty(
        "spring.security.filter.order", Integer.class, FilterPositions.SECURITY)));
    registration.setEnabled(!filterPosition.isEmpty());
    // A request that a filter in front has suspended arrives first as an asynchronous dispatch.
    registration.setDispatcherTypes(EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC));
    return registration;
  }
}
