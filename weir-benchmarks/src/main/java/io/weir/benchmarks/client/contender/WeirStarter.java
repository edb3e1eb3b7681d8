// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.client.contender;

import io.weir.spring.RateLimited;
import io.weir.web.servlet.RatelimitFilter;
import jakarta.servlet.Filter;
import java.util.Map;
import java.util.Objects;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.ApplicationContext;

/** Weir with its Spring Boot starter, which decides in the application's process. */
final class WeirStarter {
  private WeirStarter() {}

  static ApplicationSpec blueprint(ExpectedOutcome expectedOutcome) {
    Map<String, String> properties = Map.of(
        "weir.web.rules[0].name",
        "requests",
        "weir.web.rules[0].identifier",
        "ip",
        "weir.web.rules[0].limit",
        Integer.toString(expectedOutcome.limit()),
        "weir.web.rules[0].duration",
        ExpectedOutcome.WINDOW);
    Class<?> offer = expectedOutcome == ExpectedOutcome.ALLOW ? Wide.class : Narrow.class;
    return new ApplicationSpec("io.weir.spring.", offer, properties, WeirStarter::filter);
  }

  /**
   * The starter registers two filters, one for rules by user and one for all other rules. Each filter applies only its
   * rules.
   */
  private static Filter filter(ApplicationContext context) {
    FilterRegistrationBean<?> registration =
        context.getBean("weirFilter", FilterRegistrationBean.class);
    return (RatelimitFilter) Objects.requireNonNull(registration.getFilter());
  }

  static class Wide implements LimitedCalls {
    @Override
    @RateLimited(limit = ExpectedOutcome.WIDE, duration = ExpectedOutcome.WINDOW)
    public String shared(String customer) {
      return customer;
    }

    @Override
    @RateLimited(limit = ExpectedOutcome.WIDE, duration = ExpectedOutcome.WINDOW, key = "#customer")
    public String own(String customer) {
      return customer;
    }
  }

  static class Narrow implements LimitedCalls {
    @Override
    @RateLimited(limit = ExpectedOutcome.NARROW, duration = ExpectedOutcome.WINDOW)
    public String shared(String customer) {
      return customer;
    }

    @Override
    @RateLimited(
        limit = ExpectedOutcome.NARROW,
        duration = ExpectedOutcome.WINDOW,
        key = "#customer")
    public String own(String customer) {
      return customer;
    }
  }
}
