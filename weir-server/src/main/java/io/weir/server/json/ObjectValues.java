// SPDX-License-Identifier: Apache-2.0
package io.weir.server.json;

import org.jspecify.annotations.Nullable;

/** The values of an object with some {@link ObjectSchema}, by the position of their fields in the schema. */
public final class ObjectValues {
  private final @Nullable String[] texts;
  private final long[] numbers;
  private long present;

  ObjectValues(int fields) {
    this.texts = new String[fields];
    this.numbers = new long[fields];
  }

  void put(int field, String text) {
    texts[field] = text;
    markPresent(field);
  }

  void put(int field, long number) {
    numbers[field] = number;
    markPresent(field);
  }

  /** Records that the field was present, whatever its value. */
  void markPresent(int field) {
    present |= 1L << field;
  }

  /** Returns whether the field was present. */
  public boolean has(int field) {
    return (present & 1L << field) != 0;
  }

  /** Returns the value of a required text field. */
  public String text(int field) {
    String text = texts[field];
    if (text == null) {
      throw new IllegalStateException("field " + field + " was not read as text");
    }
    return text;
  }

  /** Returns the value of a text field, or {@code otherwise} if it was absent. */
  public String text(int field, String otherwise) {
    return has(field) ? text(field) : otherwise;
  }

  /** Returns the value of a required number field. */
  public long number(int field) {
    return numbers[field];
  }

  /** Returns the value of a number field, or {@code otherwise} if it was absent. */
  public long number(int field, long otherwise) {
    return has(field) ? numbers[field] : otherwise;
  }
}
