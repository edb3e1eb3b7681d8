// SPDX-License-Identifier: Apache-2.0
package io.weir.pattern;

/** The sizes of objects in memory, on a JVM with compressed references. */
final class PatternSizes {
  static final int REFERENCE = 4;

  /** The header of an object or array, and its alignment. */
  private static final int OBJECT = 24;

  private PatternSizes() {}

  /** The size of a text that is not shared: two objects and, as an upper bound, two bytes for each character. */
  static long ofText(String text) {
    return 2L * OBJECT + 2L * text.length();
  }
}
