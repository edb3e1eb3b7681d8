// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Ratelimit;
import io.weir.embedded.EmbeddedRatelimit;
import io.weir.spring.RateLimited;
import io.weir.spring.actuate.WeirHealth;
import io.weir.spring.monitoring.CheckCounts;
import io.weir.spring.monitoring.CheckOutcome;
import io.weir.spring.monitoring.LimiterBackend;
import io.weir.spring.rig.PendingRatelimit;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Primary;

class CustomLimitersTest {
  private final ApplicationContextRunner runner = new ApplicationContextRunner()
      .withConfiguration(AutoConfigurations.of(WeirAutoConfiguration.class));

  private static EmbeddedRatelimit limiter(String namespace) {
    return EmbeddedRatelimit.builder().namespace(namespace).limit(7, "60s").build();
  }

  /** A bean that checks one of the limiters. */
  @Lazy(false)
  static class Desk {
    @RateLimited(limit = 1, duration = "30d")
    public String ask() {
      return "asked";
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class OneIsNamed {
    @Bean
    EmbeddedRatelimit ratelimit() {
      return limiter("a");
    }

    @Bean
    EmbeddedRatelimit strict() {
      return limiter("b");
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class OneIsPrimary {
    @Bean
    EmbeddedRatelimit ratelimit() {
      return limiter("a");
    }

    @Bean
    @Primary
    EmbeddedRatelimit strict() {
      return limiter("b");
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class NoneIsChosen {
    @Bean
    Ratelimit loose() {
      return limiter("a");
    }

    @Bean
    Ratelimit strict() {
      return limiter("b");
    }
  }

  @Test
  void thePrimaryOrNamedLimiterIsUsed() {
    runner.withUserConfiguration(OneIsNamed.class).withBean(Desk.class).run(context -> {
      assertThat(context.getBean(Desk.class).ask()).isEqualTo("asked");
      assertThat(context.getBean("ratelimit", EmbeddedRatelimit.class).engine().subjects())
          .isEqualTo(1);
    });
    runner.withUserConfiguration(OneIsPrimary.class).withBean(Desk.class).run(context -> {
      assertThat(context.getBean(Desk.class).ask()).isEqualTo("asked");
      assertThat(context.getBean("strict", EmbeddedRatelimit.class).engine().subjects())
          .isEqualTo(1);
    });
  }

  @Test
  void severalLimitersWithoutAChoiceStopTheStart() {
    runner
        .withUserConfiguration(NoneIsChosen.class)
        .withBean(Desk.class)
        .withInitializer(context ->
            context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
        .run(context -> assertThat(context.getStartupFailure())
            .isInstanceOf(NoUniqueBeanDefinitionException.class)
            .hasMessageContaining("loose,strict"));
  }

  @Configuration(proxyBeanMethods = false)
  static class OneLimiter {
    @Bean
    EmbeddedRatelimit mine() {
      return limiter("mine");
    }
  }

  @Test
  void ownLimitersAreNotReportedAsConfigured() {
    String[] server = {"weir.server.url=http://127.0.0.1:1", "weir.server.root-key=key"};
    runner.withUserConfiguration(OneLimiter.class).withPropertyValues(server).run(context -> {
      LimiterBackend limiterBackend = context.getBean(LimiterBackend.class);
      assertThat(limiterBackend.mode()).isEqualTo("custom");
      assertThat(limiterBackend.degraded()).contains(false);
      assertThat(limiterBackend.subjects()).hasValue(0);
    });
    runner
        .withUserConfiguration(OneLimiter.class)
        .withPropertyValues("weir.embedded.redis=redis://127.0.0.1:1")
        .run(context -> {
          assertThat(context.getBean(LimiterBackend.class).mode()).isEqualTo("custom");
          assertThat(context.getBean(LimiterBackend.class).stores()).isEmpty();
        });
    runner.withBean(Ratelimit.class, PendingRatelimit::new).run(context -> {
      LimiterBackend limiterBackend = context.getBean(LimiterBackend.class);
      assertThat(limiterBackend.mode()).isEqualTo("custom");
      assertThat(limiterBackend.degraded()).isEmpty();
      assertThat(new WeirHealth(limiterBackend).health().getDetails()).containsOnlyKeys("mode");
    });
    runner
        .withPropertyValues(server)
        .run(context ->
            assertThat(context.getBean(LimiterBackend.class).mode()).isEqualTo("server"));
  }

  @Test
  void onlyAnnotatedCallsAreCounted() {
    runner.withUserConfiguration(OneLimiter.class).withBean(Desk.class).run(context -> {
      context.getBean(Desk.class).ask();
      context.getBean(Ratelimit.class).limit("ann");

      assertThat(context.getBean(CheckCounts.class).byRule())
          .containsOnly(Map.entry("Desk.ask", Map.of(CheckOutcome.ALLOWED, 1L)));
    });
  }
}
