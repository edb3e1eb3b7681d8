// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.architecture;

import java.nio.file.Path;

/** One place in the sources that breaks a rule. */
public record RuleViolation(Path file, long line, String fault) {

  /** Says that something is larger than it may be. */
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

  /** What was counted, how many there are, and how many there may be. */
  record MeasuredViolation(String what, long value, long ceiling) {
    boolean isTooLarge() {
      return value > ceiling;
    }
  }
}
