// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.method;

import io.weir.client.Check;
import io.weir.client.Limit;
import io.weir.client.Result;
import io.weir.spring.RateLimitedException;
import io.weir.web.identifier.IdentifierText;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.EvaluationContext;

/**
 * What an annotation says, read and checked.
 *
 * @param name the limiter's namespace
 * @param limit what may be spent
 * @param key who spends; null if all callers spend from one budget
 * @param cost how much a call spends
 * @param fallback who answers a refused call; null if the caller gets an exception
 */
record MethodRule(
    String name,
    Limit limit,
    @Nullable CallExpression key,
    Cost cost,
    @Nullable Fallback fallback) {

  /** Who spends when the annotation has no key. */
  static final String EVERYONE = "everyone";

  /** What this call asks the limiter. */
  Check check(EvaluationContext call) {
    return new Check(identifier(call), cost.of(call), name, limit);
  }

  private String identifier(EvaluationContext call) {
    if (key == null) {
      return EVERYONE;
    }
    Object value = key.value(call);
    return IdentifierText.of(value == null ? "" : value.toString());
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
