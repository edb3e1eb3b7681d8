// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.method;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** What {@code #root} is in expressions. The getters are named as SpEL looks them up. */
public final class Invocation {
  private final Method method;
  private final @Nullable Object target;
  private final @Nullable Object[] args;

  Invocation(Method method, @Nullable Object target, @Nullable Object[] args) {
    this.method = method;
    this.target = target;
    this.args = args;
  }

  /** The method of the target's class. */
  public Method getMethod() {
    return method;
  }

  /** The bean, without proxies. */
  public @Nullable Object getTarget() {
    return target;
  }

  /** The arguments. */
  public @Nullable Object[] getArgs() {
    return args;
  }
}
