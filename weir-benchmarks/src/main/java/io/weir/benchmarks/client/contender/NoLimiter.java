// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.client.contender;

import java.util.Map;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Applications without a limiter: the baseline of the comparison. */
final class NoLimiter {
  private static final String NO_STARTER = "none";

  private NoLimiter() {}

  static ApplicationSpec bare() {
    return blueprint(Plain.class);
  }

  /** An application with the proxy that every annotation needs. Its interceptor does nothing. */
  static ApplicationSpec proxied() {
    return blueprint(Proxied.class);
  }

  private static ApplicationSpec blueprint(Class<?> beans) {
    return new ApplicationSpec(
        NO_STARTER,
        beans,
        Map.of(),
        context -> (request, response, chain) -> chain.doFilter(request, response));
  }

  /** The service without a limit. */
  static class Plain implements LimitedCalls {
    @Override
    public String shared(String customer) {
      return customer;
    }

    @Override
    public String own(String customer) {
      return customer;
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Proxied {
    @Bean
    LimitedCalls offer() {
      ProxyFactory factory = new ProxyFactory(new Plain());
      factory.setProxyTargetClass(true);
      factory.addAdvice((MethodInterceptor) MethodInvocation::proceed);
      return (LimitedCalls) factory.getProxy();
    }
  }
}
