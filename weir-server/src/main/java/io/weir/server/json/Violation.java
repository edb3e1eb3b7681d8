// SPDX-License-Identifier: Apache-2.0
package io.weir.server.json;

import org.jspecify.annotations.Nullable;

/**
 * One thing that is wrong with a request.
 *
 * @param location where the rule stands that was violated, such as {@code /properties/cost/minimum}
 * @param message what was found and what was wanted
 * @param fix what to do about it, if that is not plain
 */
public record Violation(
    String location, String message, @Nullable String fix) {

  /** A violation that explains itself. */
  public static Violation of(String location, String message) {
    return new Violation(location, message, null);
  }
}
