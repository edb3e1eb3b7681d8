// SPDX-License-Identifier: Apache-2.0
package io.weir.server.json;

/**
 * A field of a JSON object.
 *
 * @param name its name
 * @param kind what it holds
 * @param required whether it must be there
 * @param least the smallest number, or the fewest characters
 * @param most the largest number, or the most characters
 */
public record Field(String name, Kind kind, boolean required, long least, long most) {

  /** What a field holds. */
  public enum Kind {
    TEXT,
    INTEGER
  }

  /** A text that must be there. */
  public static Field text(String name, int least, int most) {
    return new Field(name, Kind.TEXT, true, least, most);
  }

  /** A whole number that must be there. */
  public static Field integer(String name, long least, long most) {
    return new Field(name, Kind.INTEGER, true, least, most);
  }

  /** The same field, if it need not be there. */
  public Field optional() {
    return new Field(name, kind, false, least, most);
  }
}
