// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.client.contender;

import io.weir.spring.RateLimited;
import io.weir.web.servlet.RatelimitFilter;
import jakarta.servlet.Filter;
import java.util.Map;
import java.util.Objects;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.ApplicationContext;

/** Weir by its Spring Boot starter, which decides in the application's process. */
final class Weir {
  private Weir() {}

  static Blueprint blueprint(Outcome outcome) {
    Map<String, String> properties = Map.of(
        "weir.web.rules[0].name",
        "requests",
        "weir.web.rules[0].identifier",
        "ip",
        "weir.web.rules[0].limit",
        Integer.toString(outcome.limit()),
        "weir.web.rules[0].duration",
        Outcome.WINDOW);
    Class<?> offer = outcome == Outcome.ALLOW ? Wide.class : Narrow.class;
    return new Blueprint("io.weir.spring.", offer, properties, Weir::filter);
  }

  /** There are two, for rules by user and for all others; each has the rules that it applies. */
  private static Filter filter(ApplicationContext context) {
    FilterRegistrationBean<?> registration =
        context.getBean("weirFilter", FilterRegistrationBean.class);
    return (RatelimitFilter) Objects.requireNonNull(registration.getFilter());
  }

  static class Wide implements Offer {
    @Override
    @RateLimited(limit = Outcome.WIDE, duration = Outcome.WINDOW)
    public String shared(String customer) {
      return customer;
    }

    @Override
    @RateLimited(limit = Outcome.WIDE, duration = Outcome.WINDOW, key = "#customer")
    public String own(String customer) {
      return customer;
    }
  }

  static class Narrow implements Offer {
    @Override
    @RateLimited(limit = Outcome.NARROW, duration = Outcome.WINDOW)
    public String shared(String customer) {
      return customer;
    }

    @Override
    @RateLimited(limit = Outcome.NARROW, duration = Outcome.WINDOW, key = "#customer")
    public String own(String customer) {
      return customer;
    }
  }
}
