// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.autoconfigure;

import io.weir.api.Ratelimit;
import io.weir.spring.method.MethodRules;
import io.weir.spring.method.RateLimitedBeans;
import io.weir.spring.monitoring.CheckCounts;
import io.weir.spring.monitoring.CountedRatelimit;
import io.weir.spring.monitoring.LimiterBackend;
import io.weir.spring.properties.PropertyNames;
import io.weir.spring.properties.WeirProperties;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;
import org.springframework.util.function.SingletonSupplier;

/** Auto-configuration of the limiter and of limits on methods. */
@AutoConfiguration
@ConditionalOnBooleanProperty(name = "weir.enabled", matchIfMissing = true)
@EnableConfigurationProperties(WeirProperties.class)
public final class WeirAutoConfiguration {

  /** Called by Spring. */
  WeirAutoConfiguration() {}

  /** Detects unknown property names. */
  @Bean
  @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
  static PropertyNames weirPropertyNames() {
    return new PropertyNames();
  }

  /** Allows rules to be written by name or as a list. */
  @Bean
  @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
  static RuleBinding weirRuleForms() {
    return new RuleBinding();
  }

  /** Counts the limiter's results. Created early, because bean post-processors depend on it. */
  @Bean
  @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
  static CheckCounts weirCheckCounts() {
    return new CheckCounts();
  }

  /** The limiter, unless the application defines one. Spring closes it. */
  @Bean
  @ConditionalOnMissingBean
  Ratelimit ratelimit(WeirProperties properties, CheckCounts counts, Environment environment) {
    String namespace = namespace(properties, environment);
    counts.register(namespace);
    return CountedRatelimit.of(LimiterFactory.open(properties, namespace), counts, namespace);
  }

  private static String namespace(WeirProperties properties, Environment environment) {
    if (properties.namespace() != null) {
      return properties.namespace();
    }
    String application = environment.getProperty("spring.application.name", "");
    return application.isBlank() ? "application" : application;
  }

  @Bean
  LimiterBackend weirBacking(Ratelimit ratelimit, WeirProperties properties) {
    return LimiterBackend.of(ratelimit, properties);
  }

  /** Runs before the application accepts requests: if the server rejects the key, all of them would fail. */
  @Bean
  @ConditionalOnProperty("weir.server.url")
  @ConditionalOnBooleanProperty(name = "weir.server.verify-key", matchIfMissing = true)
  SmartInitializingSingleton weirKeyVerification(LimiterBackend limiterBackend) {
    return () -> limiterBackend.server().ifPresent(KeyVerification::run);
  }

  /**
   * The v2 API has no limit of 0. The mode is read from the environment, because the properties bean is created later
   * than the bean post-processors.
   */
  @Bean
  @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
  static MethodRules weirMethodRules(CheckCounts counts, Environment environment) {
    return new MethodRules(
        environment.containsProperty("weir.server.url") ? 1 : 0, counts::register);
  }

  /**
   * Proxies are class-based or interface-based as configured for the whole application. If there are several
   * limiters, the parameter's name selects one, as Spring does for every parameter of this name.
   */
  @Bean
  @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
  static RateLimitedBeans weirRateLimitedBeans(
      MethodRules rules,
      CheckCounts counts,
      ObjectProvider<Ratelimit> ratelimit,
      Environment environment) {
    RateLimitedBeans beans = new RateLimitedBeans(
        rules,
        SingletonSupplier.of(() -> CountedRatelimit.of(ratelimit.getObject(), counts, null)));
    beans.setProxyTargetClass(
        environment.getProperty("spring.aop.proxy-target-class", Boolean.class, true));
    return beans;
  }
}
