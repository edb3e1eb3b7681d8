// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.method;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;

/** What {@code #root} is in expressions. The getters are named as SpEL looks them up. */
public final class Invocation {
  private final Method method;
  private final @Nullable Object target;
  private final Object proxy;
  private final @Nullable Object[] args;

  Invocation(Method method, ProxyMethodInvocation call) {
    this.method = method;
    this.target = call.getThis();
    this.proxy = call.getProxy();
    this.args = call.getArguments();
  }

  /** The method of the target's class. */
  public Method getMethod() {
    return method;
  }

  /** The bean, without proxies; null if nothing but interceptors stands behind its proxy. */
  public @Nullable Object getTarget() {
    return target;
  }

  /** The arguments. */
  public @Nullable Object[] getArgs() {
    return args;
  }

  /** What was called. */
  Object proxy() {
    return proxy;
  }
}
