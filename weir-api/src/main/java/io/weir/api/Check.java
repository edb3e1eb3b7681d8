// SPDX-License-Identifier: Apache-2.0
package io.weir.api;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One question: may this identifier spend this much now?
 *
 * @param identifier who asks, 1 to 512 characters (code points), well-formed
 * @param cost how much, at least 0; 0 looks and spends nothing
 * @param namespace where, 1 to 512 characters, or null for the limiter's own
 * @param limit what applies unless an override does, or null for the limiter's own
 */
public record Check(
    String identifier,
    long cost,
    @Nullable String namespace,
    @Nullable Limit limit) {

  /** As in the v2 API. */
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

  /** A check of cost 1 under the limiter's own limit. */
  public static Check of(String identifier) {
    return new Check(identifier, 1, null, null);
  }

  /** The same check with this cost. */
  public Check cost(long units) {
    return new Check(identifier, units, namespace, limit);
  }

  /** The same check in this namespace. */
  public Check namespace(String name) {
    return new Check(identifier, cost, name, limit);
  }

  /** The same check under this limit. */
  public Check limit(Limit own) {
    return new Check(identifier, cost, namespace, own);
  }

  /** The same check under this limit. */
  public Check limit(long amount, Duration duration) {
    return limit(Limit.of(amount, duration));
  }

  /** The same check under this limit, its duration written as {@code "60s"}. */
  public Check limit(long amount, String duration) {
    return limit(Limit.of(amount, duration));
  }

  /**
   * For limiters: throws unless this is a name of 1 to 512 characters, well-formed. Characters are code points, and no text
   * has more of them than chars. Half a character has no bytes to be sent as: it would arrive as something else, and share
   * that one's count.
   *
   * @param field what it is a name of, for the message
   * @throws IllegalArgumentException if it is none
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
