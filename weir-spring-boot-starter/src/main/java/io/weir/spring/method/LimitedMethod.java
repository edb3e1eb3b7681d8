// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.method;

import io.weir.spring.RateLimited;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.SpringProxy;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.DecoratingProxy;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotationSelectors;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.util.ClassUtils;

/**
 * A method that an annotation limits.
 *
 * @param method the method that will be executed; the interface's method if only the interfaces of the object are
 *     known
 * @param type the class of the object that it is called on
 * @param annotation the annotation
 * @param source the annotated element: this method, one that it overrides, or a class
 */
record LimitedMethod(Class<?> type, Method method, RateLimited annotation, Object source) {

  /**
   * Returns this method when it is called on an object of this class; null if it is not limited, or the class does
   * not have it.
   */
  static @Nullable LimitedMethod find(Method method, Class<?> type) {
    Method specific = mostSpecific(method, type);
    if (!specific.getDeclaringClass().isAssignableFrom(type)) {
      return null;
    }
    MergedAnnotation<RateLimited> own = MergedAnnotations.from(
            specific, MergedAnnotations.SearchStrategy.TYPE_HIERARCHY)
        .get(RateLimited.class, null, MergedAnnotationSelectors.firstDirectlyDeclared());
    if (own.isPresent()) {
      return of(type, specific, own);
    }
    if (!Modifier.isPublic(specific.getModifiers())
        || Modifier.isStatic(specific.getModifiers())
        || specific.getDeclaringClass() == Object.class) {
      return null;
    }
    MergedAnnotation<RateLimited> common = MergedAnnotations.from(
            type, MergedAnnotations.SearchStrategy.TYPE_HIERARCHY)
        .get(RateLimited.class, null, MergedAnnotationSelectors.firstDirectlyDeclared());
    return common.isPresent() ? of(type, specific, common) : null;
  }

  private static LimitedMethod of(
      Class<?> type, Method method, MergedAnnotation<RateLimited> annotation) {
    Object source = annotation.getSource();
    return new LimitedMethod(
        type, method, annotation.synthesize(), source == null ? method : source);
  }

  /** Returns the method that will be executed. The target of a JDK proxy is not known, so its interfaces are used. */
  static Method mostSpecific(Method method, Class<?> type) {
    if (!Proxy.isProxyClass(type)) {
      return AopUtils.getMostSpecificMethod(method, type);
    }
    if (AnnotatedElementUtils.hasAnnotation(method, RateLimited.class)) {
      return method;
    }
    // A proxy reports the first interface that declares the method. The annotation may be on
    // another one.
    for (Class<?> shape : type.getInterfaces()) {
      Method same =
          ClassUtils.getMethodIfAvailable(shape, method.getName(), method.getParameterTypes());
      if (same != null && AnnotatedElementUtils.hasAnnotation(same, RateLimited.class)) {
        return same;
      }
    }
    return method;
  }

  /** Returns all methods that can be called on an object of this class, including the overridden ones. */
  static Set<Method> candidates(Class<?> type) {
    boolean isProxy = Proxy.isProxyClass(type);
    Set<Method> methods = new LinkedHashSet<>();
    for (Class<?> shape : ClassUtils.getAllInterfacesForClass(type)) {
      if (!isSpringProxyMethod(shape)) {
        methods.addAll(List.of(shape.getMethods()));
        methods.addAll(List.of(shape.getDeclaredMethods()));
      }
    }
    methods.removeIf(method -> !isProxy && !method.isDefault());
    for (Class<?> level = type; level != null && !isProxy; level = level.getSuperclass()) {
      methods.addAll(List.of(level.getDeclaredMethods()));
    }
    return methods;
  }

  /** Returns whether this interface was added by Spring's proxies. */
  private static boolean isSpringProxyMethod(Class<?> shape) {
    return shape == SpringProxy.class || shape == Advised.class || shape == DecoratingProxy.class;
  }

  /** Returns whether the annotation names the rule. */
  boolean isNamed() {
    return !annotation.name().isEmpty();
  }

  /** Returns the name of the rule. */
  String name() {
    if (isNamed()) {
      return annotation.name();
    }
    return source instanceof Class<?>
        ? owner().getSimpleName()
        : owner().getSimpleName() + "." + method.getName();
  }

  /**
   * Returns the class that an unnamed rule is named after: the object's class, or the interface that stands for it.
   */
  Class<?> owner() {
    if (!Proxy.isProxyClass(type)) {
      return type;
    }
    return source instanceof Class<?> bearer ? bearer : method.getDeclaringClass();
  }

  /** Returns the method whose parameters expressions refer to: the one that was annotated. */
  Method parameterSource() {
    return source instanceof Method bearer ? bearer : method;
  }

  /** Returns the text that identifies this method in faults. */
  String description() {
    return "@RateLimited on " + ClassUtils.getQualifiedMethodName(method);
  }
}
