// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.method;

import io.weir.api.Limit;
import io.weir.spring.RateLimited;
import io.weir.web.Rule;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodClassKey;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.core.StandardReflectionParameterNameDiscoverer;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.EvaluationException;
import org.springframework.expression.spel.support.SimpleEvaluationContext;

/** The rules of annotated methods. Each annotation is read once. */
public final class MethodRules {
  /** Sufficient for constant expressions. */
  private static final EvaluationContext EMPTY_CONTEXT =
      SimpleEvaluationContext.forReadOnlyDataBinding().build();

  private final ParameterNameDiscoverer names = new StandardReflectionParameterNameDiscoverer();
  private final Map<MethodClassKey, Optional<MethodRule>> rules = new ConcurrentHashMap<>();

  /** The limit by name: all annotations with the same name need the same limit. */
  private final Map<String, Limit> limits = new ConcurrentHashMap<>();

  /**
   * The class that owns an implicit name: two classes with the same simple name would share their counts
   * unintentionally.
   */
  private final Map<String, Class<?>> owners = new ConcurrentHashMap<>();

  private final long minLimit;
  private final Consumer<String> listener;

  /**
   * Creates an empty set of rules, which accepts no limit below {@code minLimit}. The listener receives the names of
   * the rules that are found.
   */
  public MethodRules(long minLimit, Consumer<String> listener) {
    this.minLimit = minLimit;
    this.listener = listener;
  }

  /** Returns the names of all rules found so far, and their limits. */
  public Map<String, Limit> knownLimits() {
    return new TreeMap<>(limits);
  }

  /** Returns the rule of this method when it is called on an object of this class. */
  Optional<MethodRule> ruleFor(Method method, Class<?> type) {
    return rules.computeIfAbsent(new MethodClassKey(method, type), absent -> {
      LimitedMethod limited = LimitedMethod.find(method, type);
      List<String> faults = new ArrayList<>();
      Optional<MethodRule> rule = limited == null ? Optional.empty() : read(limited, faults);
      if (!faults.isEmpty()) {
        throw new IllegalStateException(String.join("; ", faults));
      }
      return rule;
    });
  }

  /** Returns whether calls of this method on an object of this class are limited. */
  static boolean isLimited(Method method, Class<?> type) {
    return LimitedMethod.find(method, type) != null;
  }

  /**
   * Returns whether any of the selected methods of this class is limited; faults in their annotations are added to
   * {@code faults}.
   */
  boolean check(Class<?> type, Predicate<Method> selected, List<String> faults) {
    boolean found = false;
    for (Method method : LimitedMethod.candidates(type)) {
      boolean isReplaced = !LimitedMethod.mostSpecific(method, type).equals(method);
      LimitedMethod limited = method.isSynthetic() || isReplaced || !selected.test(method)
          ? null
          : LimitedMethod.find(method, type);
      if (limited != null) {
        found = true;
        checkProxyable(limited, faults);
        Optional<MethodRule> unused = read(limited, faults);
      }
    }
    return found;
  }

  /**
   * Reports methods that cannot be proxied. Inherited methods cannot be changed, so only the class's own methods and
   * annotated ones are checked.
   */
  private static void checkProxyable(LimitedMethod limited, List<String> faults) {
    int modifiers = limited.method().getModifiers();
    boolean reached = !Modifier.isPrivate(modifiers)
        && !Modifier.isStatic(modifiers)
        && !Modifier.isFinal(modifiers);
    boolean meant = limited.method().getDeclaringClass() == limited.type()
        || limited.source() instanceof Method;
    if (!reached && meant) {
      faults.add(limited.description() + " is " + Modifier.toString(modifiers)
          + ": calls of private, static and final methods can't be limited");
    }
  }

  private Optional<MethodRule> read(LimitedMethod limited, List<String> faults) {
    int before = faults.size();
    AnnotationReader annotationReader = new AnnotationReader(limited);
    String name = limited.name();
    Limit limit = annotationReader.limit(faults);
    CallExpression key = annotationReader.key(faults);
    CallCost callCost = annotationReader.cost(faults);
    FallbackMethod fallbackMethod = annotationReader.fallback(faults);
    if (faults.size() > before || limit == null || callCost == null) {
      return Optional.empty();
    }
    Class<?> owner = limited.owner();
    Class<?> known = limited.isNamed() ? owner : owners.computeIfAbsent(name, absent -> owner);
    if (!known.equals(owner)) {
      faults.add(limited.description() + " has no name, and the default name \"" + name
          + "\" is already used by " + known.getName() + ": set a name");
      return Optional.empty();
    }
    Limit other = limits.putIfAbsent(name, limit);
    if (other != null && !other.equals(limit)) {
      faults.add(limited.description() + " has " + text(limit) + ", but the name \"" + name
          + "\" has " + text(other) + ": use another name");
      return Optional.empty();
    }
    listener.accept(name);
    return Optional.of(
        new MethodRule(name, limit, limited.parameterSource(), key, callCost, fallbackMethod));
  }

  private static String text(Limit limit) {
    return limit.amount() + " per " + limit.duration().toMillis() + " ms";
  }

  /** Reads one annotation. A fault is recorded, and the reading continues. */
  private final class AnnotationReader {
    private final LimitedMethod limited;
    private final RateLimited annotation;

    AnnotationReader(LimitedMethod limited) {
      this.limited = limited;
      this.annotation = limited.annotation();
    }

    @Nullable
    Limit limit(List<String> faults) {
      try {
        Limit limit = Limit.of(annotation.limit(), annotation.duration());
        Rule.Builder unused = Rule.named(limited.name());
        if (limit.amount() < minLimit) {
          throw new IllegalArgumentException("limit must be " + minLimit + " to " + Long.MAX_VALUE
              + " with a server, but was " + limit.amount());
        }
        return limit;
      } catch (IllegalArgumentException e) {
        faults.add(limited.description() + ": " + e.getMessage());
        return null;
      }
    }

    @Nullable
    CallExpression key(List<String> faults) {
      return annotation.key().isEmpty() ? null : expression("key", annotation.key(), faults);
    }

    private @Nullable CallExpression expression(
        String attribute, String text, List<String> faults) {
      try {
        return CallExpression.parse(text, limited.parameterSource(), names);
      } catch (IllegalArgumentException e) {
        faults.add(fault(attribute, text, e));
        return null;
      }
    }

    @Nullable
    CallCost cost(List<String> faults) {
      String text = annotation.cost();
      if (CallCost.NUMBER.matcher(text).matches()) {
        return new CallCost.FixedCost(Long.parseLong(text));
      }
      CallExpression expression = expression("cost", text, faults);
      if (expression == null) {
        return null;
      }
      CallCost callCost = new CallCost.ComputedCost(expression);
      try {
        return expression.isConstant()
            ? new CallCost.FixedCost(callCost.of(EMPTY_CONTEXT))
            : callCost;
      } catch (IllegalArgumentException | EvaluationException e) {
        faults.add(limited.description() + ": " + e.getMessage());
        return null;
      }
    }

    @Nullable
    FallbackMethod fallback(List<String> faults) {
      String name = annotation.fallbackMethod();
      if (name.isEmpty()) {
        return null;
      }
      try {
        return FallbackMethod.find(name, limited.method(), limited.type());
      } catch (IllegalArgumentException e) {
        faults.add(fault("fallbackMethod", name, e));
        return null;
      }
    }

    private String fault(String attribute, String text, IllegalArgumentException why) {
      return limited.description() + ": " + attribute + " \"" + text + "\" " + why.getMessage();
    }
  }
}
