// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.api.Limit;
import io.weir.api.Ratelimit;
import io.weir.embedded.EmbeddedRatelimit;
import io.weir.spring.actuate.WeirEndpoint;
import io.weir.spring.actuate.WeirHealth;
import io.weir.spring.actuate.WeirMetrics;
import io.weir.spring.method.RateLimitedBeans;
import io.weir.spring.monitoring.CheckCounts;
import io.weir.spring.monitoring.CheckOutcome;
import io.weir.spring.monitoring.LimiterBackend;
import io.weir.spring.web.FilterPositions;
import io.weir.spring.web.ReactiveRatelimitFilter;
import io.weir.spring.web.RefusalAdvice;
import jakarta.servlet.Filter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.server.WebFilter;
import reactor.core.publisher.Mono;

class WeirAutoConfigurationTest {
  private static final AutoConfigurations ALL = AutoConfigurations.of(
      WeirAutoConfiguration.class,
      WeirWebAutoConfiguration.class,
      WeirServletAutoConfiguration.class,
      WeirReactiveAutoConfiguration.class,
      WeirEndpointAutoConfiguration.class,
      WeirHealthAutoConfiguration.class,
      WeirMetricsAutoConfiguration.class);

  private static final String[] RULES = {
    "weir.web.rules[0].name=a",
    "weir.web.rules[0].limit=1",
    "weir.web.rules[0].duration=60s",
    "weir.web.rules[1].name=b",
    "weir.web.rules[1].identifier=principal,path",
    "weir.web.rules[1].limit=1",
    "weir.web.rules[1].duration=60s"
  };

  private final ApplicationContextRunner plain =
      new ApplicationContextRunner().withConfiguration(ALL);
  private final WebApplicationContextRunner servlet =
      new WebApplicationContextRunner().withConfiguration(ALL).withPropertyValues(RULES);
  private final ReactiveWebApplicationContextRunner reactive =
      new ReactiveWebApplicationContextRunner().withConfiguration(ALL).withPropertyValues(RULES);

  @Test
  void smallLimitsGetAnExactWindowOnRequest() {
    plain.withPropertyValues("weir.embedded.exact-window=true").run(context -> {
      Ratelimit bean = context.getBean(Ratelimit.class); // the default limit is 100
      assertThat(bean.limit("ann").remaining()).isEqualTo(99);

      Ratelimit codes = bean.in("codes", Limit.of(1, "30d"));
      codes.limit("ann");
      // With the usual window, the delay is the rest of the fixed window of 30 days.
      assertThat(codes.limit("ann").retryAfterMillis())
          .isGreaterThan(Duration.ofDays(30).minusMinutes(1).toMillis());
    });
  }

  @Test
  void withoutPropertiesTheLimiterIsEmbedded() {
    List<Ratelimit> limiters = new ArrayList<>();

    plain.run(context -> {
      limiters.add(context.getBean(Ratelimit.class));
      assertThat(limiters.get(0).limit("ann").limit()).isEqualTo(100);
      assertThat(context.getBean(LimiterBackend.class).mode()).isEqualTo("embedded");
      assertThat(context).doesNotHaveBean(FilterPositions.class);
    });

    assertThatIllegalStateException().isThrownBy(() -> limiters.get(0).limit("ann"));
  }

  @Test
  void nothingIsConfiguredIfSwitchedOff() {
    servlet
        .withPropertyValues("weir.enabled=false")
        .run(context -> assertThat(context)
            .hasNotFailed()
            .doesNotHaveBean(Ratelimit.class)
            .doesNotHaveBean(RateLimitedBeans.class)
            .doesNotHaveBean(FilterRegistrationBean.class)
            .doesNotHaveBean(WeirEndpoint.class)
            .doesNotHaveBean(WeirHealth.class));
  }

  @Configuration(proxyBeanMethods = false)
  static class OwnLimiter {
    @Bean
    Ratelimit mine() {
      return EmbeddedRatelimit.builder()
          .namespace("mine")
          .limit(Limit.of(7, "60s"))
          .build();
    }
  }

  @Test
  void theApplicationsOwnLimiterIsUsed() {
    servlet.withUserConfiguration(OwnLimiter.class).run(context -> {
      assertThat(context).hasSingleBean(Ratelimit.class).hasBean("mine").hasBean("weirFilter");
      assertThat(context.getBean(Ratelimit.class).limit("ann").limit()).isEqualTo(7);

      MockFilterChain chain = new MockFilterChain();
      Filter filter = Objects.requireNonNull(
          context.getBean("weirFilter", FilterRegistrationBean.class).getFilter());
      filter.doFilter(new MockHttpServletRequest("GET", "/"), new MockHttpServletResponse(), chain);
      assertThat(chain.getRequest()).isNotNull();
      assertThat(context.getBean(CheckCounts.class).byRule())
          .containsOnly(Map.entry("a", Map.of(CheckOutcome.ALLOWED, 1L)));
    });
  }

  @Test
  void rulesRunBeforeSecurityAndPrincipalRulesAfter() {
    servlet.run(context -> {
      var early = context.getBean("weirFilter", FilterRegistrationBean.class);
      var late = context.getBean("weirUserFilter", FilterRegistrationBean.class);
      assertThat(early.getOrder()).isEqualTo(-101);
      assertThat(late.getOrder()).isEqualTo(-99);
      assertThat(early.isEnabled()).isTrue();
      assertThat(late.isEnabled()).isTrue();
      assertThat(context.getBean(FilterPositions.class).late().limits().rules())
          .extracting(rule -> rule.name())
          .containsExactly("b");
    });
  }

  @Test
  void filtersFollowMovedSecurity() {
    servlet.withPropertyValues("spring.security.filter.order=10").run(context -> {
      assertThat(context.getBean("weirFilter", FilterRegistrationBean.class).getOrder())
          .isEqualTo(9);
      assertThat(context.getBean("weirUserFilter", FilterRegistrationBean.class).getOrder())
          .isEqualTo(11);
    });
    String first = "spring.security.filter.order=" + Integer.MIN_VALUE;
    servlet
        .withPropertyValues(first)
        .run(context -> assertThat(
                context.getBean("weirFilter", FilterRegistrationBean.class).getOrder())
            .isEqualTo(Integer.MIN_VALUE));
  }

  @Test
  void allRulesRunAtTheConfiguredPlace() {
    servlet.withPropertyValues("weir.web.order=5").run(context -> {
      assertThat(context.getBean("weirFilter", FilterRegistrationBean.class).getOrder())
          .isEqualTo(5);
      assertThat(context.getBean("weirUserFilter", FilterRegistrationBean.class).isEnabled())
          .isFalse();
      assertThat(context.getBean(FilterPositions.class).early().limits().rules())
          .hasSize(2);
    });
  }

  @Test
  void filtersCanBeSwitchedOff() {
    servlet
        .withPropertyValues("weir.web.enabled=false")
        .run(context -> assertThat(context)
            .doesNotHaveBean(FilterRegistrationBean.class)
            .hasSingleBean(RefusalAdvice.class));
  }

  @Test
  void webFluxApplicationsGetReactiveFiltersOnly() {
    reactive.run(context -> {
      assertThat(context).doesNotHaveBean(FilterRegistrationBean.class);
      assertThat(context.getBeansOfType(ReactiveRatelimitFilter.class).values())
          .extracting(ReactiveRatelimitFilter::getOrder)
          .containsExactlyInAnyOrder(-101, -99);
    });
  }

  @Test
  void absentClassesAreNotNeeded() {
    servlet
        .withClassLoader(new FilteredClassLoader(Filter.class))
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("weirFilter"));
    servlet
        .withClassLoader(new FilteredClassLoader(
            MeterBinder.class, Endpoint.class, HealthIndicator.class, RestControllerAdvice.class))
        .run(context -> assertThat(context)
            .hasNotFailed()
            .hasBean("weirFilter")
            .doesNotHaveBean(WeirMetrics.class)
            .doesNotHaveBean(WeirEndpoint.class)
            .doesNotHaveBean(WeirHealth.class)
            .doesNotHaveBean(RefusalAdvice.class));
    reactive
        .withClassLoader(new FilteredClassLoader(WebFilter.class, Mono.class))
        .run(context -> assertThat(context).doesNotHaveBean(ReactiveRatelimitFilter.class));
  }

  @Test
  void hiddenEndpointsAndIndicatorsAreLeftOut() {
    plain.run(context -> assertThat(context).doesNotHaveBean(WeirEndpoint.class));
    plain
        .withPropertyValues(
            "management.endpoints.web.exposure.include=weir",
            "management.health.weir.enabled=false")
        .run(context -> assertThat(context)
            .hasSingleBean(WeirEndpoint.class)
            .doesNotHaveBean(WeirHealth.class));
  }

  @Test
  void metricsBindToEveryRegistry() {
    plain.run(context -> {
      context.getBean(Ratelimit.class).limit("ann");
      SimpleMeterRegistry registry = new SimpleMeterRegistry();
      context.getBean(WeirMetrics.class).bindTo(registry);
      context.getBean(Ratelimit.class).limit("bob");

      assertThat(registry
              .get("weir.checks")
              .tag("rule", "application")
              .functionCounter()
              .count())
          .isEqualTo(2);
      assertThat(registry.get("weir.subjects").gauge().value()).isEqualTo(2);
    });
  }
}
