// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.method;

import static java.util.Objects.requireNonNull;

import io.weir.api.Ratelimit;
import io.weir.spring.RateLimited;
import io.weir.spring.fault.InvalidConfigException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.aop.framework.autoproxy.AbstractBeanFactoryAwareAdvisingPostProcessor;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.core.annotation.AnnotationUtils;

/**
 * A bean post-processor that adds the limiter to annotated beans, and stops the start if an annotation is invalid.
 * Its advice comes before any other: a refused call opens no transaction.
 */
public final class RateLimitedBeans extends AbstractBeanFactoryAwareAdvisingPostProcessor
    implements SmartInitializingSingleton {
  private static final long serialVersionUID = 1L;

  /*
   * The limiter is requested after all beans are created, or at the first call if that is earlier. Bean
   * post-processors are created before all other beans, and would cause the limiter and its dependencies to be
   * created early, without post-processing.
   */

  private final transient MethodRules rules;

  /** Whether beans of these types have limited methods. Filled when the first such bean is created. */
  private final transient Map<BeanTypes, Boolean> limited = new ConcurrentHashMap<>();

  private final transient Supplier<Ratelimit> limiter;

  /** The interceptor of all calls. Written once, before the first bean is processed. */
  private transient @Nullable RateLimitInterceptor interceptor;

  /**
   * The types of a bean.
   *
   * @param target the class behind the proxy; the proxy type if there is no proxy
   * @param proxyType the class of the bean itself: the interfaces of a JDK proxy may be limited even if the target is
   *     not
   */
  private record BeanTypes(Class<?> target, Class<?> proxyType) {
    static BeanTypes of(Object bean) {
      return new BeanTypes(AopUtils.getTargetClass(bean), bean.getClass());
    }

    boolean hasProxyType() {
      return target != proxyType && Proxy.isProxyClass(proxyType);
    }

    boolean isLimited(Method method) {
      return MethodRules.isLimited(method, target)
          || (hasProxyType() && MethodRules.isLimited(method, proxyType));
    }
  }

  /** Applies these rules, which it fills, and this limiter, which it requests when all beans are created. */
  public RateLimitedBeans(MethodRules rules, Supplier<Ratelimit> limiter) {
    this.rules = rules;
    this.limiter = limiter;
    setBeforeExistingAdvisors(true);
  }

  @Override
  public void setBeanFactory(BeanFactory beanFactory) {
    super.setBeanFactory(beanFactory);
    interceptor = new RateLimitInterceptor(rules, limiter, beanFactory);
    this.advisor = new DefaultPointcutAdvisor(new LimitedPointcut(null), interceptor);
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String beanName) {
    BeanTypes beanTypes = BeanTypes.of(bean);
    // A bean that is registered under a second name is processed again: it would be counted twice.
    if (!isLimited(beanTypes, beanName)
        || bean instanceof AopInfrastructureBean
        || isAdvised(bean)) {
      return bean;
    }
    if (bean instanceof Advised advised && !advised.isFrozen()) {
      advised.addAdvisor(
          0,
          new DefaultPointcutAdvisor(new LimitedPointcut(beanTypes), requireNonNull(interceptor)));
      return bean;
    }
    Object proxy = super.postProcessAfterInitialization(bean, beanName);
    if (!isAdvised(proxy)) {
      String fault = "calls of " + beanTypes.target().getName()
          + " can't be limited: Spring does not" + " create a proxy for the bean";
      throw new InvalidConfigException("the bean " + beanName, List.of(fault));
    }
    return proxy;
  }

  /**
   * Requests the limiter, so that an application with no limiter, or too many, fails now and not at the first call.
   */
  @Override
  public void afterSingletonsInstantiated() {
    if (limited.containsValue(true)) {
      Ratelimit unused = limiter.get();
    }
  }

  private boolean isAdvised(Object bean) {
    return bean instanceof Advised advised
        && Arrays.stream(advised.getAdvisors()).anyMatch(known -> known.getAdvice() == interceptor);
  }

  private boolean isLimited(BeanTypes beanTypes, String beanName) {
    Boolean known = limited.get(beanTypes);
    if (known != null) {
      return known;
    }
    List<String> faults = new ArrayList<>();
    boolean found = isLimited(beanTypes.target(), method -> true, faults);
    if (beanTypes.hasProxyType()) {
      found |= isLimited(
          beanTypes.proxyType(),
          method -> !MethodRules.isLimited(method, beanTypes.target()),
          faults);
    }
    if (!faults.isEmpty()) {
      throw new InvalidConfigException("the bean " + beanName, faults);
    }
    limited.put(beanTypes, found);
    return found;
  }

  /**
   * A class whose methods refer to absent classes cannot be inspected. Such methods could not be called through a
   * proxy anyway.
   */
  private boolean isLimited(Class<?> type, Predicate<Method> selected, List<String> faults) {
    try {
      return AnnotationUtils.isCandidateClass(type, RateLimited.class)
          && rules.check(type, selected, faults);
    } catch (LinkageError e) {
      return false;
    }
  }

  /** Matches methods that are annotated themselves or by their class. */
  private static final class LimitedPointcut extends StaticMethodMatcherPointcut {
    private final @Nullable BeanTypes types;

    /** Matches on beans of these types, or on every bean if null. */
    LimitedPointcut(@Nullable BeanTypes types) {
      this.types = types;
    }

    @Override
    public boolean matches(Method method, Class<?> targetClass) {
      return MethodRules.isLimited(method, targetClass)
          || (types != null && types.isLimited(method));
    }
  }
}
