// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.architecture;

import java.nio.file.Path;

/** One place in the sources that breaks a rule. */
public record Violation(Path file, long line, String fault) {

  /** Says that something is larger than it may be. */
  static Violation tooLarge(Path file, long line, Measured measured) {
    return new Violation(
        file,
        line,
        "%s: %d, maximum %d".formatted(measured.what(), measured.value(), measured.ceiling()));
  }

  @Override
  public String toString() {
    return file + ":" + line + ": " + fault;
  }

  /** What was counted, how many there are, and how many there may be. */
  record Measured(String what, long value, long ceiling) {
    boolean isTooLarge() {
      return value > ceiling;
    }
  }
}
