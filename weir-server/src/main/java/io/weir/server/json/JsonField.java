// SPDX-License-Identifier: Apache-2.0
package io.weir.server.json;

/**
 * A field of a JSON object.
 *
 * @param name its name
 * @param kind what it holds
 * @param required whether it must be there
 * @param min the smallest number, or the fewest characters
 * @param max the largest number, or the most characters
 */
public record JsonField(String name, FieldKind kind, boolean required, long min, long max) {

  /** What a field holds. */
  public enum FieldKind {
    TEXT,
    INTEGER
  }

  /** A text that must be there. */
  public static JsonField text(String name, int min, int max) {
    return new JsonField(name, FieldKind.TEXT, true, min, max);
  }

  /** A whole number that must be there. */
  public static JsonField integer(String name, long min, long max) {
    return new JsonField(name, FieldKind.INTEGER, true, min, max);
  }

  /** The same field, if it need not be there. */
  public JsonField optional() {
    return new JsonField(name, kind, false, min, max);
  }
}
