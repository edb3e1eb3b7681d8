// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.method;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.EvaluationContext;

/** The cost of a call: a number, or an expression that returns one. */
sealed interface CallCost {
  /** Longer numbers do not fit into a long; they are parsed as expressions, which report that. */
  Pattern NUMBER = Pattern.compile("\\d{1,18}");

  /** Returns the cost of a call. */
  long of(EvaluationContext call);

  /** A fixed cost. */
  record FixedCost(long units) implements CallCost {
    @Override
    public long of(EvaluationContext call) {
      return units;
    }
  }

  /** A cost computed for each call. */
  record ComputedCost(CallExpression expression) implements CallCost {
    @Override
    public long of(EvaluationContext call) {
      Object value = expression.value(call);
      long units = requireWhole(value);
      if (units < 0) {
        throw new IllegalArgumentException(
            "cost \"" + expression + "\" must be 0 to " + Long.MAX_VALUE + ", but was " + value);
      }
      return units;
    }

    private long requireWhole(@Nullable Object value) {
      if (value instanceof Long || value instanceof Integer || value instanceof Short) {
        return ((Number) value).longValue();
      }
      try {
        if (value instanceof BigInteger number) {
          return number.longValueExact();
        }
        if (value instanceof Number number) {
          return new BigDecimal(number.toString()).longValueExact();
        }
      } catch (ArithmeticException | NumberFormatException e) {
        throw new IllegalArgumentException(
            "cost \"" + expression + "\" must be a whole number, but was " + value, e);
      }
      throw new IllegalArgumentException(
          "cost \"" + expression + "\" must be a number, but was " + value);
    }
  }
}
