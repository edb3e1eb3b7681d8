// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.method;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;

/** The root object of expressions, {@code #root}. The getters are named as SpEL resolves them. */
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

  /** Returns the method of the target's class. */
  public Method getMethod() {
    return method;
  }

  /** Returns the bean, without proxies; null if its proxy has only interceptors and no target. */
  public @Nullable Object getTarget() {
    return target;
  }

  /** Returns the arguments. */
  public @Nullable Object[] getArgs() {
    return args;
  }

  /** Returns the object that was called. */
  Object proxy() {
    return proxy;
  }
}
