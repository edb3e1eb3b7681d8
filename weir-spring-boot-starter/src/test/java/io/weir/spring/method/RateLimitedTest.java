// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.weir.spring.RateLimited;
import io.weir.spring.RateLimitedException;
import io.weir.spring.autoconfigure.WeirAutoConfiguration;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.aopalliance.intercept.MethodInterceptor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.aop.Advisor;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.core.annotation.AliasFor;

class RateLimitedTest {
  private final ApplicationContextRunner runner = new ApplicationContextRunner()
      .withConfiguration(
          AutoConfigurations.of(WeirAutoConfiguration.class, AopAutoConfiguration.class));

  /** An application's own annotation. */
  @Retention(RetentionPolicy.RUNTIME)
  @RateLimited(limit = 1, duration = "30d")
  @interface OncePer {
    @AliasFor(annotation = RateLimited.class, attribute = "key")
    String value();
  }

  /** The interface that is called. */
  interface Till {
    String pay(String user);
  }

  /** Its implementation. */
  static class CardTill implements Till {
    @Override
    @OncePer("#user")
    public String pay(@Nullable String user) {
      return "paid";
    }
  }

  @Test
  void metaAnnotationsAreSupported() {
    runner.withBean(CardTill.class).run(context -> {
      CardTill till = context.getBean(CardTill.class);
      assertThat(AopUtils.isCglibProxy(till)).isTrue();
      assertThat(till.pay("ann")).isEqualTo("paid");
      assertThat(till.pay("bob")).isEqualTo("paid");
      assertThatExceptionOfType(RateLimitedException.class)
          .isThrownBy(() -> till.pay("ann"))
          .satisfies(refusal -> {
            assertThat(refusal.rule()).isEqualTo("CardTill.pay");
            assertThat(refusal.limit().amount()).isEqualTo(1);
            assertThat(refusal.result().success()).isFalse();
            assertThat(refusal).hasMessageContaining("CardTill.pay").hasMessageContaining("try");
          });
    });
  }

  @Test
  void interfaceProxiesAreLimited() {
    runner
        .withPropertyValues("spring.aop.proxy-target-class=false")
        .withBean(CardTill.class)
        .run(context -> {
          Till till = context.getBean(Till.class);
          assertThat(AopUtils.isJdkDynamicProxy(till)).isTrue();
          assertThat(till.pay("ann")).isEqualTo("paid");
          assertThatExceptionOfType(RateLimitedException.class).isThrownBy(() -> till.pay("ann"));
        });
  }

  @Test
  void nullKeysShareOneBudget() {
    runner.withBean(CardTill.class).run(context -> {
      CardTill till = context.getBean(CardTill.class);
      assertThat(till.pay(null)).isEqualTo("paid");
      assertThatExceptionOfType(RateLimitedException.class).isThrownBy(() -> till.pay(null));
      assertThatExceptionOfType(RateLimitedException.class).isThrownBy(() -> till.pay(""));
      assertThat(till.pay("\\?")).isEqualTo("paid");
      assertThat(till.pay("x".repeat(600))).isEqualTo("paid");
      assertThat(till.pay("x".repeat(601))).isEqualTo("paid");
      assertThat(till.pay("\ud800")).isEqualTo("paid");
      assertThat(till.pay("\ud801")).isEqualTo("paid");
      assertThatExceptionOfType(RateLimitedException.class)
          .isThrownBy(() -> till.pay("x".repeat(600)));
    });
  }

  /** A limited class with one method that has its own limit. */
  @RateLimited(limit = 2, duration = "30d")
  static class Desk {
    public int ask() {
      return 1;
    }

    public int answer() {
      return 2;
    }

    @RateLimited(limit = 1, duration = "30d", cost = "#p0 * 2", name = "desk, costly")
    public int costly(long units) {
      return 3;
    }

    int internal() {
      return 4;
    }
  }

  @Test
  void aClassAnnotationSharesOneBudget() {
    runner.withBean(Desk.class).run(context -> {
      Desk desk = context.getBean(Desk.class);
      assertThat(desk.ask() + desk.answer()).isEqualTo(3);
      assertThatExceptionOfType(RateLimitedException.class)
          .isThrownBy(desk::ask)
          .matches(refusal -> refusal.rule().equals("Desk"));
      assertThat(desk.costly(0)).isEqualTo(3);
      assertThatExceptionOfType(RateLimitedException.class).isThrownBy(() -> desk.costly(1));
      assertThat(desk.internal()).isEqualTo(4);
      assertThat(desk.toString()).contains("Desk");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> desk.costly(-1))
          .withMessageContaining("must be 0 to");
    });
  }

  /** An interface that a library implements, as for HTTP clients. */
  interface Remote {
    @RateLimited(limit = 1, duration = "30d", key = "#city")
    String weather(String city);

    @RateLimited(limit = 1, duration = "30d")
    default String news() {
      return "none";
    }
  }

  /** An implementation that inherits the default method. */
  static class Local implements Remote {
    @Override
    public String weather(String city) {
      return "rain";
    }
  }

  @Test
  void interfacesAndDefaultMethodsAreLimited() {
    Remote made = (Remote) Proxy.newProxyInstance(
        Remote.class.getClassLoader(),
        new Class<?>[] {Remote.class},
        (proxy, method, arguments) -> method.getName().equals("weather") ? "sun" : null);
    runner.withBean(Remote.class, () -> made).run(context -> {
      Remote remote = context.getBean(Remote.class);
      assertThat(remote.weather("Rome")).isEqualTo("sun");
      assertThatExceptionOfType(RateLimitedException.class)
          .isThrownBy(() -> remote.weather("Rome"))
          .matches(refusal -> refusal.rule().equals("Remote.weather"));
    });
    runner.withBean(Local.class).run(context -> {
      Local local = context.getBean(Local.class);
      assertThat(local.weather("Rome")).isEqualTo("rain");
      assertThatExceptionOfType(RateLimitedException.class).isThrownBy(() -> local.weather("Rome"));
      assertThat(local.news()).isEqualTo("none");
      assertThatExceptionOfType(RateLimitedException.class).isThrownBy(local::news);
    });
  }

  /** Stands for an annotation such as @Transactional; calls through its advice are counted. */
  @Retention(RetentionPolicy.RUNTIME)
  @interface Advised {}

  /** A bean with two annotations and so two advisors. */
  static class Ledger {
    @Advised
    @RateLimited(limit = 1, duration = "30d")
    public String write() {
      return "written";
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class AdviceConfiguration {
    static final AtomicInteger CALLS = new AtomicInteger();

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static Advisor surrounding() {
      MethodInterceptor interceptor = call -> {
        CALLS.incrementAndGet();
        return call.proceed();
      };
      return new DefaultPointcutAdvisor(
          AnnotationMatchingPointcut.forMethodAnnotation(Advised.class), interceptor);
    }
  }

  @Test
  void refusesBeforeOtherAdvice() {
    AdviceConfiguration.CALLS.set(0);
    runner
        .withUserConfiguration(AdviceConfiguration.class)
        .withBean(Ledger.class)
        .run(context -> {
          Ledger ledger = context.getBean(Ledger.class);
          assertThat(ledger.write()).isEqualTo("written");
          assertThatExceptionOfType(RateLimitedException.class).isThrownBy(ledger::write);
          assertThat(AdviceConfiguration.CALLS).hasValue(1);
        });
  }

  /** A bean with fallback methods. */
  static class Quotes {
    @RateLimited(
        limit = 0,
        duration = "1s",
        key = "@names.get(#root.args[0])",
        fallbackMethod = "old")
    public long quote(String name) {
      return 2;
    }

    long old(String name) {
      if (name.equals("broken")) {
        throw new UnsupportedOperationException(name);
      }
      return 1;
    }
  }

  @Test
  void fallbacksMayFailAndKeysMayUseBeans() {
    Map<String, String> names = Map.of("x", "y");
    runner.withBean("names", Map.class, () -> names).withBean(Quotes.class).run(context -> {
      Quotes quotes = context.getBean(Quotes.class);
      assertThat(quotes.quote("x")).isEqualTo(1);
      assertThatExceptionOfType(UnsupportedOperationException.class)
          .isThrownBy(() -> quotes.quote("broken"));
    });
  }
}
