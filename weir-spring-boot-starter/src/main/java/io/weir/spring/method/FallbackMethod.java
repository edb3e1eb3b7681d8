// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.method;

import io.weir.spring.RateLimitedException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/** The method that answers a refused call. */
final class FallbackMethod {
  private final Method method;
  private final boolean takesRefusal;

  private FallbackMethod(Method method, boolean takesRefusal) {
    this.method = method;
    this.takesRefusal = takesRefusal;
  }

  /**
   * Finds the method in the class of the limited one. Throws an IllegalArgumentException if it is missing or does not
   * match.
   */
  static FallbackMethod find(String name, Method limited, Class<?> bean) {
    Class<?> type = Proxy.isProxyClass(bean) ? limited.getDeclaringClass() : bean;
    Class<?>[] parameters = limited.getParameterTypes();
    Class<?>[] withRefusal = Arrays.copyOf(parameters, parameters.length + 1);
    withRefusal[parameters.length] = RateLimitedException.class;
    Method exact = ReflectionUtils.findMethod(type, name, withRefusal);
    Method found = exact != null ? exact : ReflectionUtils.findMethod(type, name, parameters);
    if (found == null) {
      throw new IllegalArgumentException("does not name a method of " + type.getSimpleName()
          + " with the same parameters, optionally followed by a RateLimitedException");
    }
    if (found.equals(limited)) {
      throw new IllegalArgumentException("names the limited method itself");
    }
    if (!ClassUtils.isAssignable(limited.getReturnType(), found.getReturnType())) {
      throw new IllegalArgumentException("returns " + found.getReturnType().getSimpleName()
          + ", but the method returns " + limited.getReturnType().getSimpleName());
    }
    ReflectionUtils.makeAccessible(found);
    return new FallbackMethod(found, exact != null);
  }

  /** Calls the method with the arguments of the refused call. */
  @Nullable
  Object answer(Invocation call, RateLimitedException refusal) throws Throwable {
    @Nullable Object[] arguments = call.getArgs();
    if (takesRefusal) {
      arguments = Arrays.copyOf(arguments, arguments.length + 1);
      arguments[arguments.length - 1] = refusal;
    }
    try {
      return call(call, arguments);
    } catch (InvocationTargetException e) {
      throw e.getTargetException();
    }
  }

  /** Calls the method on the target, or on the proxy if the target does not implement the method's interface. */
  private @Nullable Object call(Invocation call, @Nullable Object[] arguments) throws Throwable {
    if (Modifier.isStatic(method.getModifiers())) {
      return method.invoke(null, arguments);
    }
    if (method.getDeclaringClass().isInstance(call.getTarget())) {
      return method.invoke(call.getTarget(), arguments);
    }
    // Not through the proxy: a limit on the whole interface does not apply to the fallback.
    return method.isDefault()
        ? InvocationHandler.invokeDefault(call.proxy(), method, arguments)
        : method.invoke(call.proxy(), arguments);
  }
}
