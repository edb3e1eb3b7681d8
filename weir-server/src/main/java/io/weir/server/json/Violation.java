// SPDX-License-Identifier: Apache-2.0
package io.weir.server.json;

import org.jspecify.annotations.Nullable;

/**
 * A violation of a rule by a request.
 *
 * @param location the location of the rule, such as {@code /properties/cost/minimum}
 * @param message what was found and what was expected
 * @param fix how to fix it, if that is not obvious
 */
public record Violation(
    String location, String message, @Nullable String fix) {

  /** Returns a violation that needs no further explanation. */
  public static Violation of(String location, String message) {
    return new Violation(location, message, null);
  }
}
