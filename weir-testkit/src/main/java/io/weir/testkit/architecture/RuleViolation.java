// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.architecture;

import java.nio.file.Path;

/** A violation of a rule at one place in the sources. */
public record RuleViolation(Path file, long line, String fault) {

  /** Creates a violation for something that exceeds its maximum size. */
  static RuleViolation tooLarge(Path file, long line, MeasuredViolation measuredViolation) {
    return new RuleViolation(
        file,
        line,
        "%s: %d, maximum %d"
            .formatted(
                measuredViolation.what(), measuredViolation.value(), measuredViolation.ceiling()));
  }

  @Override
  public String toString() {
    return file + ":" + line + ": " + fault;
  }

  /** A measured quantity, its value, and its maximum. */
  record MeasuredViolation(String what, long value, long ceiling) {
    boolean isTooLarge() {
      return value > ceiling;
    }
  }
}
