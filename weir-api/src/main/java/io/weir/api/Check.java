// SPDX-License-Identifier: Apache-2.0
package io.weir.api;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A rate-limit check: may this identifier spend this cost now?
 *
 * @param identifier who spends, 1 to 512 characters (code points), well-formed
 * @param cost the units to spend, at least 0; a cost of 0 only looks and spends nothing
 * @param namespace the namespace, 1 to 512 characters, or null for the limiter's own
 * @param limit the limit to apply if no override matches, or null for the limiter's own
 */
public record Check(
    String identifier,
    long cost,
    @Nullable String namespace,
    @Nullable Limit limit) {

  /** The maximum length of a name in the v2 API. */
  private static final int MAX_NAME_LENGTH = 512;

  public Check {
    requireName("identifier", identifier);
    if (cost < 0) {
      throw new IllegalArgumentException(
          "cost must be 0 to " + Long.MAX_VALUE + ", but was " + cost);
    }
    if (namespace != null) {
      requireName("namespace", namespace);
    }
  }

  /** Returns a check of cost 1 under the limiter's own limit. */
  public static Check of(String identifier) {
    return new Check(identifier, 1, null, null);
  }

  /** Returns a copy of this check with the given cost. */
  public Check cost(long units) {
    return new Check(identifier, units, namespace, limit);
  }

  /** Returns a copy of this check in the given namespace. */
  public Check namespace(String name) {
    return new Check(identifier, cost, name, limit);
  }

  /** Returns a copy of this check with the given limit. */
  public Check limit(Limit own) {
    return new Check(identifier, cost, namespace, own);
  }

  /** Returns a copy of this check with the given limit. */
  public Check limit(long amount, Duration duration) {
    return limit(Limit.of(amount, duration));
  }

  /** Returns a copy of this check with the given limit; the duration is written like {@code "60s"}. */
  public Check limit(long amount, String duration) {
    return limit(Limit.of(amount, duration));
  }

  /**
   * Validates a name; called by implementations of {@link Ratelimit}. A name has 1 to 512 characters and is
   * well-formed. Characters are code points; a text never has more code points than chars. An unpaired surrogate is
   * refused because it has no encoding: it would be sent as a different character and share that identifier's count.
   *
   * @param field the name of the validated field, for the message
   * @throws IllegalArgumentException if {@code text} is not a valid name
   */
  public static void requireName(String field, String text) {
    Objects.requireNonNull(text, () -> field + " must not be null");
    int length =
        text.length() <= MAX_NAME_LENGTH ? text.length() : text.codePointCount(0, text.length());
    if (length < 1 || length > MAX_NAME_LENGTH) {
      throw new IllegalArgumentException(
          field + " must be 1 to " + MAX_NAME_LENGTH + " characters, but had " + length);
    }
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        if (!Character.isSupplementaryCodePoint(text.codePointAt(i))) {
          throw new IllegalArgumentException(
              field + " must be valid Unicode, but has an unpaired surrogate at index " + i);
        }
        i++;
      }
    }
  }
}
