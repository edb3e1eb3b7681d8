// SPDX-License-Identifier: Apache-2.0
package io.weir.server.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Gathers what is wrong with a body, and says when it is enough. */
final class ViolationReport {
  /** Nothing that is still to be read would change the answer. */
  static final class ReportFull extends IOException {
    private static final long serialVersionUID = 1L;

    ReportFull() {
      super("enough");
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
      return this;
    }
  }

  /** A body may break a rule a million times. Whoever sent it needs a few of them, and no more is read. */
  private static final int MAX_VIOLATIONS = 20;

  /**
   * How many names and values are read. The largest batch has 1,202. More of them cost time, names that collide the square of
   * it: so many take a few milliseconds at most.
   */
  private static final int MAX_TOKENS = 4_096;

  /** Names of unknown fields are said back, but not at any length. */
  private static final int MAX_NAME = 64;

  /** The largest power of ten that is worth a look: beyond it no number is one that can be decoded anyway. */
  private static final int MAX_SCALE = 400;

  private final List<Violation> violations = new ArrayList<>(0);
  private String location = "";
  private boolean undecodable;
  private int tokens;

  /** Where the following violations happen, such as {@code /items}. */
  void setLocation(String where) {
    location = where;
  }

  void addViolation(String rule, String message) throws ReportFull {
    add(Violation.of(location + rule, message));
  }

  private void add(Violation violation) throws ReportFull {
    violations.add(violation);
    if (violations.size() >= MAX_VIOLATIONS) {
      throw new ReportFull();
    }
  }

  /** Counts a name or a value that was read. */
  void count() throws ReportFull {
    if (++tokens > MAX_TOKENS) {
      add(new Violation(
          "requestBody",
          "the body has more than " + MAX_TOKENS + " names and values",
          "send fewer fields or items"));
      throw new ReportFull();
    }
  }

  /** Skips what the parser stands at, to its end. */
  void skip(JsonParser in) throws IOException {
    int depth = 0;
    JsonToken token = in.currentToken();
    while (token != null) {
      depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
      if (depth == 0) {
        return;
      }
      count();
      token = in.nextToken();
    }
  }

  void outOfRange(JsonField jsonField, String keyword, long got, long want) throws ReportFull {
    addViolation(
        "/properties/" + jsonField.name() + "/" + keyword,
        keyword + ": got " + got + ", want " + want);
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
    if (Math.abs((long) number.scale()) > MAX_SCALE) {
      return number.scale() < 0;
    }
    return number.stripTrailingZeros().scale() <= 0;
  }

  static String quoted(String name) {
    boolean isLong = name.codePointCount(0, name.length()) > MAX_NAME;
    String shown = isLong ? name.substring(0, name.offsetByCodePoints(0, MAX_NAME)) + "..." : name;
    return "'" + UnicodeText.wellFormed(shown) + "'";
  }
}
