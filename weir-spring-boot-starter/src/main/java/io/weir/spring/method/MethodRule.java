// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.method;

import io.weir.api.Check;
import io.weir.api.Limit;
import io.weir.api.Result;
import io.weir.spring.RateLimitedException;
import io.weir.web.IdentifierText;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collection;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.EvaluationContext;
import org.springframework.util.ClassUtils;
import org.springframework.util.ObjectUtils;
import org.springframework.util.ReflectionUtils;

/**
 * The validated content of an annotation.
 *
 * @param name the limiter's namespace
 * @param limit the limit
 * @param parameterSource the method whose parameters the expressions refer to
 * @param key the expression for the identifier; null if all callers share one budget
 * @param cost the cost of a call
 * @param fallback the method that answers a refused call; null if the caller gets an exception
 */
record MethodRule(
    String name,
    Limit limit,
    Method parameterSource,
    @Nullable CallExpression key,
    CallCost cost,
    @Nullable FallbackMethod fallback) {

  /** The identifier if the annotation has no key. */
  static final String SHARED_KEY = "everyone";

  /** Whether a class overrides {@link Object#toString}. */
  private static final ClassValue<Boolean> HAS_OWN_TO_STRING = new ClassValue<>() {
    @Override
    protected Boolean computeValue(Class<?> type) {
      Method method = ReflectionUtils.findMethod(type, "toString");
      return method != null && method.getDeclaringClass() != Object.class;
    }
  };

  /** Returns the check for a call. */
  Check check(EvaluationContext call) {
    return new Check(identifier(call), cost.of(call), name, limit);
  }

  private String identifier(EvaluationContext call) {
    if (key == null) {
      return SHARED_KEY;
    }
    Object value = key.value(call);
    if (value == null) {
      return IdentifierText.UNKNOWN;
    }
    Collection<?> several = asCollection(value);
    if (several == null) {
      return IdentifierText.of(text(value));
    }
    return several.isEmpty() ? IdentifierText.UNKNOWN : IdentifierText.bounded(text(several));
  }

  private static @Nullable Collection<?> asCollection(Object value) {
    if (value instanceof Collection<?> collection) {
      return collection;
    }
    return ObjectUtils.isArray(value) ? Arrays.asList(ObjectUtils.toObjectArray(value)) : null;
  }

  private String text(Collection<?> values) {
    StringJoiner joined = new StringJoiner(":");
    for (Object value : values) {
      Collection<?> several = value == null ? null : asCollection(value);
      if (several != null) {
        joined.add(IdentifierText.part(text(several)));
      } else {
        joined.add(value == null ? IdentifierText.UNKNOWN : IdentifierText.part(text(value)));
      }
    }
    return joined.toString();
  }

  /**
   * Returns the text of a key. An object without its own {@code toString()} has another text at each call, so each
   * call would have a separate budget.
   */
  private String text(Object value) {
    if (!HAS_OWN_TO_STRING.get(ClassUtils.getUserClass(value))) {
      throw new IllegalArgumentException(
          "key \"" + key + "\" must be a value with its own toString(), but was a "
              + value.getClass().getName() + ", which has none");
    }
    return value.toString();
  }

  /** Refuses a call. */
  @Nullable
  Object refuse(Invocation call, Result result) throws Throwable {
    RateLimitedException refusal = new RateLimitedException(name, limit, result);
    if (fallback == null) {
      throw refusal;
    }
    return fallback.answer(call, refusal);
  }
}
