// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.method;

import io.weir.client.Ratelimit;
import io.weir.spring.RateLimited;
import io.weir.spring.fault.WrongConfigurationException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.springframework.aop.framework.autoproxy.AbstractBeanFactoryAwareAdvisingPostProcessor;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.core.annotation.AnnotationUtils;

/**
 * Puts the limiter in front of annotated beans, and stops the start if an annotation is wrong. It comes before what else
 * surrounds a bean: a refused call opens no transaction.
 */
public final class RateLimitedBeans extends AbstractBeanFactoryAwareAdvisingPostProcessor {
  private static final long serialVersionUID = 1L;

  /* The limiter is asked for at the first call, not here: what post-processes beans is made before all others, and would
   * take the limiter and all that it needs along, unprocessed. */

  private final transient MethodRules rules;

  /** Whether a class has limited methods. Filled when its first bean is made. */
  private final transient Map<Class<?>, Boolean> limited = new ConcurrentHashMap<>();

  private final transient Supplier<Ratelimit> limiter;

  /** Limits by these rules, which it fills, and this limiter, which it takes at the first call. */
  public RateLimitedBeans(MethodRules rules, Supplier<Ratelimit> limiter) {
    this.rules = rules;
    this.limiter = limiter;
    setBeforeExistingAdvisors(true);
  }

  @Override
  public void setBeanFactory(BeanFactory beanFactory) {
    super.setBeanFactory(beanFactory);
    RateLimitedCall call = new RateLimitedCall(rules, limiter, beanFactory);
    this.advisor = new DefaultPointcutAdvisor(new Limited(limited), call);
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String beanName) {
    Class<?> type = AopUtils.getTargetClass(bean);
    if (!limited.containsKey(type)) {
      List<String> faults = new ArrayList<>();
      limited.put(type, isLimited(type, faults));
      if (!faults.isEmpty()) {
        throw new WrongConfigurationException("the bean " + beanName, faults);
      }
    }
    return super.postProcessAfterInitialization(bean, beanName);
  }

  /** A class some of whose methods speak of absent classes can't be looked at. Nobody could call it through a proxy. */
  private boolean isLimited(Class<?> type, List<String> faults) {
    try {
      return AnnotationUtils.isCandidateClass(type, RateLimited.class) && rules.check(type, faults);
    } catch (LinkageError e) {
      return false;
    }
  }

  /** Methods with the annotation, their own or their class's. */
  private static final class Limited extends StaticMethodMatcherPointcut {
    Limited(Map<Class<?>, Boolean> limited) {
      setClassFilter(type -> limited.getOrDefault(type, false));
    }

    @Override
    public boolean matches(Method method, Class<?> targetClass) {
      return MethodRules.isLimited(method, targetClass);
    }
  }
}
