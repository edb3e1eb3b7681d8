// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.rig;

import io.weir.spring.RateLimited;
import io.weir.spring.RateLimitedException;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.security.Principal;
import java.util.EnumSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** A servlet application with limits. Windows last 30 days, so that none ends while a test runs. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(ShopApp.Shop.class)
public class ShopApp {

  /** A filter in the position of Spring Security that trusts the user name in a header. */
  @Bean
  FilterRegistrationBean<Filter> logins() {
    Filter filter = (request, response, chain) -> {
      HttpServletRequest httpRequest = (HttpServletRequest) request;
      String user = httpRequest.getHeader("X-User");
      chain.doFilter(
          new HttpServletRequestWrapper(httpRequest) {
            @Override
            public @Nullable Principal getUserPrincipal() {
              return user == null ? null : () -> user;
            }
          },
          response);
    };
    FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>(filter);
    registration.setOrder(-100);
    return registration;
  }

  /** Suspends the requests that ask for it, as a throttling filter does. */
  @Bean
  FilterRegistrationBean<Filter> queue() {
    Filter filter = (request, response, chain) -> {
      boolean wants = ((HttpServletRequest) request).getHeader("X-Suspend") != null;
      if (wants && request.getDispatcherType() == DispatcherType.REQUEST) {
        request.startAsync().dispatch();
      } else {
        chain.doFilter(request, response);
      }
    };
    FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>(filter);
    registration.setDispatcherTypes(EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC));
    registration.setOrder(-200);
    return registration;
  }

  /** A service with limited methods. */
  @RestController
  public static class Shop {
    @GetMapping("/hello")
    String hello() {
      return "hello";
    }

    @PostMapping("/login")
    String login() {
      return "welcome";
    }

    @GetMapping("/login")
    String loginPage() {
      return "who are you?";
    }

    @GetMapping("/cart")
    String cart() {
      return "cart";
    }

    @GetMapping("/report")
    @RateLimited(name = "report", limit = 10, duration = "30d", key = "#user", cost = "#pages")
    public String report(@RequestParam String user, @RequestParam int pages) {
      return user + " reads " + pages;
    }

    @GetMapping("/prices")
    @RateLimited(limit = 1, duration = "30d", fallbackMethod = "oldPrices")
    public String prices() {
      return "new prices";
    }

    String oldPrices(RateLimitedException refusal) {
      return "old prices, since " + refusal.rule() + " allows "
          + refusal.limit().amount();
    }

    @GetMapping("/later")
    @RateLimited(name = "later", limit = 1, duration = "30d")
    public CompletableFuture<String> later() {
      return CompletableFuture.completedFuture("done");
    }
  }
}
