// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.method;

import io.weir.client.Limit;
import io.weir.spring.RateLimited;
import io.weir.web.Rule;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.MethodClassKey;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.core.StandardReflectionParameterNameDiscoverer;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;

/** The rules of annotated methods, each read once. */
public final class MethodRules {
  private final ParameterNameDiscoverer names = new StandardReflectionParameterNameDiscoverer();
  private final Map<MethodClassKey, Optional<MethodRule>> rules = new ConcurrentHashMap<>();

  /** The limit of each name: whoever comes with the same name needs the same. */
  private final Map<String, Limit> limits = new ConcurrentHashMap<>();

  private final Consumer<String> listener;

  /** None yet. The listener hears the names of those that are found. */
  public MethodRules(Consumer<String> listener) {
    this.listener = listener;
  }

  /** The names of all rules seen so far, and their limits. */
  public Map<String, Limit> seen() {
    return new TreeMap<>(limits);
  }

  /** The rule of this method when it is called on an object of this class. */
  Optional<MethodRule> of(Method method, Class<?> type) {
    return rules.computeIfAbsent(new MethodClassKey(method, type), absent -> {
      List<String> faults = new ArrayList<>();
      Optional<MethodRule> rule = read(specific(method, type), type, faults);
      if (!faults.isEmpty()) {
        throw new IllegalStateException(String.join("; ", faults));
      }
      return rule;
    });
  }

  /** Whether calls of this method on an object of this class are limited. */
  static boolean isLimited(Method method, Class<?> type) {
    return annotation(specific(method, type), type) != null;
  }

  /** The method that will run. What runs behind a proxy of the JDK's is not known: the interface speaks for it. */
  static Method specific(Method method, Class<?> type) {
    return Proxy.isProxyClass(type) ? method : AopUtils.getMostSpecificMethod(method, type);
  }

  /** Whether this class has limited methods; what is wrong with their annotations is added to the faults. */
  boolean check(Class<?> type, List<String> faults) {
    boolean found = false;
    for (Method method : methods(type)) {
      boolean isReplaced = !specific(method, type).equals(method);
      if (!method.isSynthetic() && !isReplaced && annotation(method, type) != null) {
        found = true;
        checkReach(method, type, faults);
        Optional<MethodRule> unused = read(method, type, faults);
      }
    }
    return found;
  }

  private static List<Method> methods(Class<?> type) {
    List<Method> methods = new ArrayList<>();
    for (Class<?> shape : ClassUtils.getAllInterfacesForClass(type)) {
      for (Method method : shape.getDeclaredMethods()) {
        if (method.isDefault() || Proxy.isProxyClass(type)) {
          methods.add(method);
        }
      }
    }
    for (Class<?> level = type; level != null && !Proxy.isProxyClass(type); ) {
      methods.addAll(List.of(level.getDeclaredMethods()));
      level = level.getSuperclass();
    }
    return methods;
  }

  /** What a class inherits from elsewhere it can't change: only its own methods and those with an annotation are looked at. */
  private static void checkReach(Method method, Class<?> type, List<String> faults) {
    int modifiers = method.getModifiers();
    boolean reached = !Modifier.isPrivate(modifiers)
        && !Modifier.isStatic(modifiers)
        && !Modifier.isFinal(modifiers);
    boolean meant = method.getDeclaringClass() == type
        || AnnotatedElementUtils.hasAnnotation(method, RateLimited.class);
    if (!reached && meant) {
      faults.add(describe(method) + " is " + Modifier.toString(modifiers)
          + ": calls of private, static and final methods can't be limited");
    }
  }

  private Optional<MethodRule> read(Method method, Class<?> type, List<String> faults) {
    RateLimited annotation = annotation(method, type);
    if (annotation == null) {
      return Optional.empty();
    }
    int before = faults.size();
    Reading reading = new Reading(annotation, method, type);
    String name = reading.name();
    Limit limit = reading.limit(faults);
    CallExpression key =
        annotation.key().isEmpty() ? null : reading.expression("key", annotation.key(), faults);
    Cost cost = reading.cost(faults);
    Fallback fallback = reading.fallback(faults);
    if (faults.size() > before || limit == null || cost == null) {
      return Optional.empty();
    }
    Limit other = limits.putIfAbsent(name, limit);
    if (other != null && !other.equals(limit)) {
      faults.add(describe(method) + " has " + text(limit) + ", but the name \"" + name + "\" has "
          + text(other) + ": give it another name");
      return Optional.empty();
    }
    listener.accept(name);
    return Optional.of(new MethodRule(name, limit, key, cost, fallback));
  }

  private static String text(Limit limit) {
    return limit.amount() + " per " + limit.duration().toMillis() + " ms";
  }

  private static @Nullable RateLimited annotation(Method method, Class<?> type) {
    RateLimited own = AnnotatedElementUtils.findMergedAnnotation(method, RateLimited.class);
    if (own != null) {
      return own;
    }
    return Modifier.isPublic(method.getModifiers())
            && !Modifier.isStatic(method.getModifiers())
            && method.getDeclaringClass() != Object.class
        ? AnnotatedElementUtils.findMergedAnnotation(type, RateLimited.class)
        : null;
  }

  private static String describe(Method method) {
    return "@RateLimited on " + ClassUtils.getQualifiedMethodName(method);
  }

  /** One annotation being read. What is wrong becomes a fault, and the reading goes on. */
  private final class Reading {
    private final RateLimited annotation;
    private final Method method;
    private final Class<?> type;

    Reading(RateLimited annotation, Method method, Class<?> type) {
      this.annotation = annotation;
      this.method = method;
      this.type = type;
    }

    String name() {
      if (!annotation.name().isEmpty()) {
        return annotation.name();
      }
      Class<?> known = Proxy.isProxyClass(type) ? method.getDeclaringClass() : type;
      boolean own = AnnotatedElementUtils.hasAnnotation(method, RateLimited.class);
      return known.getSimpleName() + (own ? "." + method.getName() : "");
    }

    @Nullable
    Limit limit(List<String> faults) {
      try {
        Limit limit = Limit.of(annotation.limit(), annotation.duration());
        Rule.Builder unused = Rule.named(name());
        return limit;
      } catch (IllegalArgumentException e) {
        faults.add(describe(method) + ": " + e.getMessage());
        return null;
      }
    }

    @Nullable
    CallExpression expression(String attribute, String text, List<String> faults) {
      try {
        return CallExpression.parse(text, method, names);
      } catch (IllegalArgumentException e) {
        faults.add(fault(attribute, text, e));
        return null;
      }
    }

    @Nullable
    Cost cost(List<String> faults) {
      String text = annotation.cost();
      if (Cost.NUMBER.matcher(text).matches()) {
        return new Cost.Fixed(Long.parseLong(text));
      }
      CallExpression expression = expression("cost", text, faults);
      return expression == null ? null : new Cost.Computed(expression);
    }

    @Nullable
    Fallback fallback(List<String> faults) {
      String name = annotation.fallbackMethod();
      if (name.isEmpty()) {
        return null;
      }
      try {
        return Fallback.find(name, method, type);
      } catch (IllegalArgumentException e) {
        faults.add(fault("fallbackMethod", name, e));
        return null;
      }
    }

    private String fault(String attribute, String text, IllegalArgumentException why) {
      return describe(method) + ": " + attribute + " \"" + text + "\" " + why.getMessage();
    }
  }
}
