// SPDX-License-Identifier: Apache-2.0
package io.weir.server.json;

import org.jspecify.annotations.Nullable;

/** What an object of some {@link ObjectSchema} held, by the position of its fields in the shape. */
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

  /** Notes that it was there, whatever it was worth. */
  void markPresent(int field) {
    present |= 1L << field;
  }

  /** Whether the field was there. */
  public boolean has(int field) {
    return (present & 1L << field) != 0;
  }

  /** A required text. */
  public String text(int field) {
    String text = texts[field];
    if (text == null) {
      throw new IllegalStateException("field " + field + " was not read as text");
    }
    return text;
  }

  /** A text, or this if it was not there. */
  public String text(int field, String otherwise) {
    return has(field) ? text(field) : otherwise;
  }

  /** A required number. */
  public long number(int field) {
    return numbers[field];
  }

  /** A number, or this if it was not there. */
  public long number(int field, long otherwise) {
    return has(field) ? numbers[field] : otherwise;
  }
}
