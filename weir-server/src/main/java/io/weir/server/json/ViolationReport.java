// SPDX-License-Identifier: Apache-2.0
package io.weir.server.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Collects the violations of a body, and stops the parser when there are enough. */
final class ViolationReport {
  /** Thrown when nothing that is still unread could change the response. */
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

  /**
   * A body may violate rules a million times. Its sender needs only a few violations, so reading stops at this many.
   */
  private static final int MAX_VIOLATIONS = 20;

  /**
   * How many names and values are read. The largest batch has 1,202. Reading time grows with this number, and for
   * colliding names with its square: this many take a few milliseconds at most.
   */
  private static final int MAX_TOKENS = 4_096;

  /** The names of unknown fields are included in messages, up to this length. */
  private static final int MAX_NAME = 64;

  /** The largest power of ten that is examined: beyond it, no number can be decoded anyway. */
  private static final int MAX_SCALE = 400;

  private final List<Violation> violations = new ArrayList<>(0);
  private String location = "";
  private boolean undecodable;
  private int tokens;

  /** Sets the location of the following violations, such as {@code /items}. */
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

  /** Skips the value at which the parser stands, to its end. */
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

  /** Records a number that the schema accepts, but that is not a 64-bit integer. */
  void undecodable() {
    undecodable = true;
  }

  boolean isUndecodable() {
    return undecodable;
  }

  List<Violation> violations() {
    return violations;
  }

  /** Returns the JSON Schema type of the value at which the parser stands. */
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

  /** Returns whether the number at which the parser stands, which has a fraction or an exponent, is an integer. */
  static boolean isWhole(JsonParser in) throws IOException {
    if (in.isNaN()) {
      return false;
    }
    BigDecimal number;
    try {
      number = in.getDecimalValue();
    } catch (NumberFormatException e) {
      return false; // its exponent alone is out of range
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
    String printable =
        isLong ? name.substring(0, name.offsetByCodePoints(0, MAX_NAME)) + "..." : name;
    return "'" + UnicodeText.wellFormed(printable) + "'";
  }
}
