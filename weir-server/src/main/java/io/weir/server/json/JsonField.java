// SPDX-License-Identifier: Apache-2.0
package io.weir.server.json;

/**
 * A field of a JSON object.
 *
 * @param name its name
 * @param kind its type
 * @param required whether it is required
 * @param min the smallest number, or the minimum number of characters
 * @param max the largest number, or the maximum number of characters
 */
public record JsonField(String name, FieldKind kind, boolean required, long min, long max) {

  /** The type of a field. */
  public enum FieldKind {
    TEXT,
    INTEGER
  }

  /** Returns a required text field. */
  public static JsonField text(String name, int min, int max) {
    return new JsonField(name, FieldKind.TEXT, true, min, max);
  }

  /** Returns a required integer field. */
  public static JsonField integer(String name, long min, long max) {
    return new JsonField(name, FieldKind.INTEGER, true, min, max);
  }

  /** Returns the same field as an optional one. */
  public JsonField optional() {
    return new JsonField(name, kind, false, min, max);
  }
}
