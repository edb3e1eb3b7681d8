// SPDX-License-Identifier: Apache-2.0
package io.weir.server.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What a JSON object must look like: these fields, and no others. */
public final class Shape {
  private final List<Field> fields;

  /** With these fields, 64 at most. */
  public Shape(Field... fields) {
    this.fields = List.of(fields);
  }

  /** The fields, in order. */
  public List<Field> fields() {
    return fields;
  }

  /** Reads the object that the parser stands at, to its end. What is wrong with it is told to the report. */
  Values read(JsonParser in, Report report) throws IOException {
    Values values = new Values(fields.size());
    if (in.currentToken() != JsonToken.START_OBJECT) {
      report.violated("/type", "got " + Report.typeOf(in) + ", want object");
      report.skip(in);
      return values;
    }
    for (String name = in.nextFieldName(); name != null; name = in.nextFieldName()) {
      report.count();
      report.count();
      in.nextToken();
      int index = indexOf(name);
      if (index < 0) {
        report.violated(
            "/additionalProperties",
            "additional properties " + Report.quoted(name) + " not allowed");
        report.skip(in);
      } else {
        read(in, index, values, report);
      }
    }
    reportMissing(values, report);
    return values;
  }

  private int indexOf(String name) {
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  private void read(JsonParser in, int index, Values values, Report report) throws IOException {
    Field field = fields.get(index);
    values.markPresent(index);
    JsonToken token = in.currentToken();
    if (field.kind() == Field.Kind.TEXT) {
      if (token == JsonToken.VALUE_STRING) {
        readText(in, index, values, report);
        return;
      }
    } else if (token == JsonToken.VALUE_NUMBER_INT) {
      readInteger(in, index, values, report);
      return;
    } else if (token == JsonToken.VALUE_NUMBER_FLOAT && Report.isWhole(in)) {
      report.undecodable(); // 10.0 is an integer to a schema, but not to those who decode it
      return;
    }
    report.violated(
        "/properties/" + field.name() + "/type",
        "got " + Report.typeOf(in) + ", want "
            + (field.kind() == Field.Kind.TEXT ? "string" : "integer"));
    report.skip(in);
  }

  private void readText(JsonParser in, int index, Values values, Report report) throws IOException {
    Field field = fields.get(index);
    String text = in.getText();
    values.put(index, text);
    if (!Text.isWellFormed(text)) {
      report.violated(
          "/properties/" + field.name() + "/format",
          "format: got half of a surrogate pair, want Unicode text");
      return;
    }
    long length =
        text.length() < field.least() ? text.length() : text.codePointCount(0, text.length());
    if (length < field.least()) {
      report.outOf(field, "minLength", length, field.least());
    } else if (length > field.most()) {
      report.outOf(field, "maxLength", length, field.most());
    }
  }

  private void readInteger(JsonParser in, int index, Values values, Report report)
      throws IOException {
    Field field = fields.get(index);
    if (in.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
      boolean negative = in.getBigIntegerValue().signum() < 0;
      if (negative) {
        report.outOf(field, "minimum", Long.MIN_VALUE, field.least());
      } else {
        report.undecodable();
      }
      return;
    }
    long number = in.getLongValue();
    values.put(index, number);
    if (number < field.least()) {
      report.outOf(field, "minimum", number, field.least());
    } else if (number > field.most()) {
      report.outOf(field, "maximum", number, field.most());
    }
  }

  private void reportMissing(Values values, Report report) throws IOException {
    List<String> missing = new ArrayList<>(0);
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).required() && !values.has(i)) {
        missing.add(Report.quoted(fields.get(i).name()));
      }
    }
    if (!missing.isEmpty()) {
      report.violated(
          "/required",
          (missing.size() == 1 ? "missing property " : "missing properties ")
              + String.join(", ", missing));
    }
  }
}
