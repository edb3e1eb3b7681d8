// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.autoconfigure;

import io.weir.api.Ratelimit;
import io.weir.spring.binding.RuleBinding;
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

/** A limiter, and limits on methods. */
@AutoConfiguration
@ConditionalOnBooleanProperty(name = "weir.enabled", matchIfMissing = true)
@EnableConfigurationProperties(WeirProperties.class)
public final class WeirAutoConfiguration {

  /** For Spring. */
  WeirAutoConfiguration() {}

  /** Says which names of properties are wrong. */
  @Bean
  @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
  static PropertyNames weirPropertyNames() {
    return new PropertyNames();
  }

  /** Lets rules be written by name or as a list. */
  @Bean
  @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
  static RuleBinding weirRuleForms() {
    return new RuleBinding();
  }

  /** Counts what the limiter answers. Made early, with what post-processes beans. */
  @Bean
  @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
  static CheckCounts weirCheckCounts() {
    return new CheckCounts();
  }

  /** The limiter, unless the application has one. Spring closes it. */
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

  /** Before the application takes requests: a key that the server does not accept would fail all of them. */
  @Bean
  @ConditionalOnProperty("weir.server.url")
  @ConditionalOnBooleanProperty(name = "weir.server.verify-key", matchIfMissing = true)
  SmartInitializingSingleton weirKeyVerification(LimiterBackend limiterBackend) {
    return () -> limiterBackend.server().ifPresent(KeyVerification::run);
  }

  /** The v2 API has no limit of 0. Properties are not asked: they are made later than what post-processes beans. */
  @Bean
  @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
  static MethodRules weirMethodRules(CheckCounts counts, Environment environment) {
    return new MethodRules(
        environment.containsProperty("weir.server.url") ? 1 : 0, counts::register);
  }

  /**
   * Proxies are of classes or of interfaces as everywhere in the application. The limiter's name is what Spring
   * chooses by if there are several, here as wherever a parameter of this name takes it.
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
