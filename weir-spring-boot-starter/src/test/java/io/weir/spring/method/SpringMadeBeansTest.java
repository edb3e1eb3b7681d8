// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpServer;
import io.weir.spring.RateLimited;
import io.weir.spring.RateLimitedException;
import io.weir.spring.autoconfigure.WeirAutoConfiguration;
import io.weir.spring.fault.InvalidConfigException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.support.RestClientAdapter;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.invoker.HttpServiceProxyFactory;

class SpringMadeBeansTest {
  private final ApplicationContextRunner runner = new ApplicationContextRunner()
      .withConfiguration(AutoConfigurations.of(WeirAutoConfiguration.class));

  /** The common interface of all clients. */
  interface Forecasts {
    @GetExchange("/tomorrow")
    String tomorrow();
  }

  /** An HTTP client's interface. */
  @RateLimited(limit = 1, duration = "30d")
  interface Weather extends Forecasts {
    @GetExchange("/now")
    @RateLimited(limit = 1, duration = "30d", fallbackMethod = "old")
    String now();

    default String old(RateLimitedException refusal) {
      return "old, since " + refusal.rule();
    }
  }

  @Test
  void httpClientsAreLimited() throws IOException {
    AtomicInteger calls = new AtomicInteger();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", exchange -> {
      calls.incrementAndGet();
      byte[] body = "sun".getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
      exchange.close();
    });
    server.start();
    RestClient client =
        RestClient.create("http://127.0.0.1:" + server.getAddress().getPort());
    Weather made = HttpServiceProxyFactory.builderFor(RestClientAdapter.create(client))
        .build()
        .createClient(Weather.class);
    try {
      runner.withBean(Weather.class, () -> made).run(context -> {
        Weather weather = context.getBean(Weather.class);
        assertThat(weather.now()).isEqualTo("sun");
        assertThat(weather.now()).isEqualTo("old, since Weather.now");
        assertThat(weather.tomorrow()).isEqualTo("sun");
        assertThatExceptionOfType(RateLimitedException.class)
            .isThrownBy(weather::tomorrow)
            .matches(refusal -> refusal.rule().equals("Weather"));
        assertThat(calls).hasValue(2);
      });
    } finally {
      server.stop(0);
    }
  }

  /** The common interface of all repositories. */
  interface Crud {
    long count();
  }

  /** An application's repository. */
  interface Users extends Crud {
    @Override
    @RateLimited(limit = 1, duration = "30d")
    long count();

    @RateLimited(limit = 1, duration = "30d", key = "#name", fallbackMethod = "nobody")
    String find(String name);

    default String nobody(String name) {
      return "no " + name;
    }
  }

  /** An application's repository without a limit. */
  interface Orders extends Crud {}

  /** The library's implementation, which does not implement the application's interfaces. */
  static class SimpleCrud implements Crud {
    @Override
    public long count() {
      return 7;
    }
  }

  /**
   * Creates a proxy as Spring Data does: an interface in front of a target of another class, and an interceptor for
   * the rest.
   */
  private static <T> ProxyFactory repository(Class<T> type) {
    ProxyFactory factory = new ProxyFactory();
    factory.setTarget(new SimpleCrud());
    factory.setInterfaces(type);
    factory.addAdvice((MethodInterceptor) call ->
        call.getThis() instanceof SimpleCrud crud && call.getMethod().getName().equals("count")
            ? crud.count()
            : "found");
    return factory;
  }

  @Test
  void annotatedRepositoriesAreLimited() {
    runner
        .withBean(Orders.class, () -> (Orders) repository(Orders.class).getProxy())
        .withBean(Users.class, () -> (Users) repository(Users.class).getProxy())
        .run(context -> {
          Users users = context.getBean(Users.class);
          assertThat(users.count()).isEqualTo(7);
          assertThatExceptionOfType(RateLimitedException.class)
              .isThrownBy(users::count)
              .matches(refusal -> refusal.rule().equals("Users.count"));
          assertThat(users.find("ann")).isEqualTo("found");
          assertThat(users.find("bob")).isEqualTo("found");
          assertThat(users.find("ann")).isEqualTo("no ann");
          Orders orders = context.getBean(Orders.class);
          assertThat(orders.count() + orders.count()).isEqualTo(14);
        });
  }

  @Test
  void frozenProxiesAreLimited() {
    ProxyFactory factory = repository(Users.class);
    factory.setFrozen(true);
    runner.withBean(Users.class, () -> (Users) factory.getProxy()).run(context -> {
      Users users = context.getBean(Users.class);
      assertThat(users.count()).isEqualTo(7);
      assertThatExceptionOfType(RateLimitedException.class).isThrownBy(users::count);
    });
  }

  /** A repository with an invalid limit. */
  interface Wrong extends Crud {
    @RateLimited(limit = 1, duration = "30d", key = "#nam")
    String find(String name);
  }

  @Test
  void aWrongAnnotationStopsTheStart() {
    runner
        .withBean(Wrong.class, () -> (Wrong) repository(Wrong.class).getProxy())
        .run(context -> assertThat(context.getStartupFailure())
            .hasRootCauseInstanceOf(InvalidConfigException.class)
            .rootCause()
            .hasMessageContaining("Wrong.find: key \"#nam\" uses #nam"));
  }

  /** A bean that would count twice if it were limited twice. */
  static class Desk {
    @RateLimited(limit = 2, duration = "30d")
    public String ask() {
      return "asked";
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class TwoNames {
    @Bean
    Desk desk() {
      return new Desk();
    }

    @Bean
    Object second(Desk desk) {
      return desk;
    }
  }

  @Test
  void aBeanWithTwoNamesIsCountedOnce() {
    runner.withUserConfiguration(TwoNames.class).run(context -> {
      Desk desk = context.getBean("desk", Desk.class);
      assertThat(context.getBean("second")).isSameAs(desk);
      assertThat(desk.ask() + desk.ask()).isEqualTo("askedasked");
      assertThatExceptionOfType(RateLimitedException.class).isThrownBy(desk::ask);
    });
  }
}
