// SPDX-License-Identifier: Apache-2.0
package io.weir.server.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Gathers what is wrong with a body. */
final class Report {
  /** A body may break a rule a million times. Whoever sent it needs a few of them. */
  private static final int MOST = 20;

  /** Names of unknown fields are said back, but not at any length. */
  private static final int LONGEST_NAME = 64;

  /** The largest power of ten that is worth a look: beyond it no number is one that can be decoded anyway. */
  private static final int LARGEST_SCALE = 400;

  private final List<Violation> violations = new ArrayList<>(0);
  private String place = "";
  private boolean undecodable;

  /** Where the following violations happen, such as {@code /items}. */
  void at(String where) {
    place = where;
  }

  void violated(String rule, String message) {
    if (violations.size() < MOST) {
      violations.add(Violation.of(place + rule, message));
    }
  }

  void outOf(Field field, String keyword, long got, long want) {
    violated(
        "/properties/" + field.name() + "/" + keyword, keyword + ": got " + got + ", want " + want);
  }

  /** A number that a schema would let pass, and that is none that can be counted with. */
  void undecodable() {
    undecodable = true;
  }

  boolean isUndecodable() {
    return undecodable;
  }

  List<Violation> violations() {
    return violations;
  }

  /** What the parser stands at, in the words of JSON Schema. */
  static String typeOf(JsonParser in) {
    JsonToken token = in.currentToken();
    return switch (token) {
      case START_OBJECT -> "object";
      case START_ARRAY -> "array";
      case VALUE_STRING -> "string";
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "number";
      case VALUE_TRUE, VALUE_FALSE -> "boolean";
      default -> "null";
    };
  }

  /** Whether the number with a fraction or an exponent that the parser stands at is a whole one. */
  static boolean isWhole(JsonParser in) throws IOException {
    if (in.isNaN()) {
      return false;
    }
    BigDecimal number;
    try {
      number = in.getDecimalValue();
    } catch (NumberFormatException e) {
      return false; // its exponent alone is beyond anything
    }
    if (number.signum() == 0) {
      return true;
    }
    if (Math.abs((long) number.scale()) > LARGEST_SCALE) {
      return number.scale() < 0;
    }
    return number.stripTrailingZeros().scale() <= 0;
  }

  static String quoted(String name) {
    boolean isLong = name.codePointCount(0, name.length()) > LONGEST_NAME;
    String shown =
        isLong ? name.substring(0, name.offsetByCodePoints(0, LONGEST_NAME)) + "..." : name;
    return "'" + Text.wellFormed(shown) + "'";
  }
}
