// SPDX-License-Identifier: Apache-2.0
package io.weir.pattern;

/** What things weigh in memory, on a JVM with compressed references. */
final class PatternSizes {
  static final int REFERENCE = 4;

  /** Header of an object or array, and what aligning it costs. */
  private static final int OBJECT = 24;

  private PatternSizes() {}

  /** Of a text that is not shared: two objects and, to be on the safe side, two bytes for each character. */
  static long ofText(String text) {
    return 2L * OBJECT + 2L * text.length();
  }
}
