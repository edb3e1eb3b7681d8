// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

/**
 * One check of a batch: may this identifier spend this cost under this limiter? Created by {@link Limiter#of}.
 *
 * @param limiter the limiter whose limit applies
 * @param identifier the identifier, 1 to 512 characters (code points)
 * @param cost the cost, at least 0; 0 is a look
 */
public record BatchCheck(Limiter limiter, String identifier, long cost) {

  /** The longest identifier, as in the v2 API. */
  public static final int MAX_IDENTIFIER = 512;

  /** Longest workspace and namespace names: the first as in the RFC's schema, the second as in the v2 API. */
  private static final int MAX_WORKSPACE = 191;

  private static final int MAX_NAMESPACE = 512;

  public BatchCheck {
    requireIdentifier(identifier);
    requireCost(cost);
  }

  static void requireScope(String workspace, String namespace) {
    requireLength("workspace", workspace, MAX_WORKSPACE);
    requireLength("namespace", namespace, MAX_NAMESPACE);
  }

  static void requireIdentifier(String identifier) {
    requireLength("identifier", identifier, MAX_IDENTIFIER);
  }

  /** Requires a length in code points. They are counted only for texts with more chars than allowed. */
  static void requireLength(String field, String text, int most) {
    if (text.isEmpty() || text.length() > most) {
      requireCodePoints(field, text, most);
    }
  }

  private static void requireCodePoints(String field, String text, int most) {
    boolean isFarTooLong = text.length() > 2 * most; // not worth counting
    int length = isFarTooLong ? 0 : text.codePointCount(0, text.length());
    if (length < 1 || length > most) {
      throw new IllegalArgumentException(field + " must be 1 to " + most + " characters, but had "
          + (isFarTooLong ? "more than " + most : length));
    }
  }

  static void requireCost(long cost) {
    if (cost < 0) {
      throw new IllegalArgumentException(
          "cost must be 0 to " + Long.MAX_VALUE + ", but was " + cost);
    }
  }
}
