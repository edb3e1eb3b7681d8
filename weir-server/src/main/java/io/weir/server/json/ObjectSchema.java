// SPDX-License-Identifier: Apache-2.0
package io.weir.server.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The schema of a JSON object: these fields, and no others. */
public final class ObjectSchema {
  private final List<JsonField> fields;

  /** Creates a schema with these fields, at most 64. */
  public ObjectSchema(JsonField... fields) {
    this.fields = List.of(fields);
  }

  /** Returns the fields, in order. */
  public List<JsonField> fields() {
    return fields;
  }

  /** Reads the object at which the parser stands, to its end, and adds violations to the report. */
  ObjectValues read(JsonParser in, ViolationReport violationReport) throws IOException {
    ObjectValues objectValues = new ObjectValues(fields.size());
    if (in.currentToken() != JsonToken.START_OBJECT) {
      violationReport.addViolation("/type", "got " + ViolationReport.typeOf(in) + ", want object");
      violationReport.skip(in);
      return objectValues;
    }
    for (String name = in.nextFieldName(); name != null; name = in.nextFieldName()) {
      violationReport.count();
      violationReport.count();
      in.nextToken();
      int index = indexOf(name);
      if (index < 0) {
        violationReport.addViolation(
            "/additionalProperties",
            "additional properties " + ViolationReport.quoted(name) + " not allowed");
        violationReport.skip(in);
      } else {
        read(in, index, objectValues, violationReport);
      }
    }
    reportMissing(objectValues, violationReport);
    return objectValues;
  }

  private int indexOf(String name) {
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  private void read(
      JsonParser in, int index, ObjectValues objectValues, ViolationReport violationReport)
      throws IOException {
    JsonField jsonField = fields.get(index);
    objectValues.markPresent(index);
    JsonToken token = in.currentToken();
    if (jsonField.kind() == JsonField.FieldKind.TEXT) {
      if (token == JsonToken.VALUE_STRING) {
        readText(in, index, objectValues, violationReport);
        return;
      }
    } else if (token == JsonToken.VALUE_NUMBER_INT) {
      readInteger(in, index, objectValues, violationReport);
      return;
    } else if (token == JsonToken.VALUE_NUMBER_FLOAT && ViolationReport.isWhole(in)) {
      violationReport.undecodable(); // 10.0 is an integer to a schema, but not to a decoder
      return;
    }
    violationReport.addViolation(
        "/properties/" + jsonField.name() + "/type",
        "got " + ViolationReport.typeOf(in) + ", want "
            + (jsonField.kind() == JsonField.FieldKind.TEXT ? "string" : "integer"));
    violationReport.skip(in);
  }

  private void readText(
      JsonParser in, int index, ObjectValues objectValues, ViolationReport violationReport)
      throws IOException {
    JsonField jsonField = fields.get(index);
    String text = in.getText();
    objectValues.put(index, text);
    if (!UnicodeText.isWellFormed(text)) {
      violationReport.addViolation(
          "/properties/" + jsonField.name() + "/format",
          "format: got half of a surrogate pair, want Unicode text");
      return;
    }
    long length =
        text.length() < jsonField.min() ? text.length() : text.codePointCount(0, text.length());
    if (length < jsonField.min()) {
      violationReport.outOfRange(jsonField, "minLength", length, jsonField.min());
    } else if (length > jsonField.max()) {
      violationReport.outOfRange(jsonField, "maxLength", length, jsonField.max());
    }
  }

  private void readInteger(
      JsonParser in, int index, ObjectValues objectValues, ViolationReport violationReport)
      throws IOException {
    JsonField jsonField = fields.get(index);
    if (in.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
      boolean negative = in.getBigIntegerValue().signum() < 0;
      if (negative) {
        violationReport.outOfRange(jsonField, "minimum", Long.MIN_VALUE, jsonField.min());
      } else {
        violationReport.undecodable();
      }
      return;
    }
    long number = in.getLongValue();
    objectValues.put(index, number);
    if (number < jsonField.min()) {
      violationReport.outOfRange(jsonField, "minimum", number, jsonField.min());
    } else if (number > jsonField.max()) {
      violationReport.outOfRange(jsonField, "maximum", number, jsonField.max());
    }
  }

  private void reportMissing(ObjectValues objectValues, ViolationReport violationReport)
      throws IOException {
    List<String> missing = new ArrayList<>(0);
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).required() && !objectValues.has(i)) {
        missing.add(ViolationReport.quoted(fields.get(i).name()));
      }
    }
    if (!missing.isEmpty()) {
      violationReport.addViolation(
          "/required",
          (missing.size() == 1 ? "missing property " : "missing properties ")
              + String.join(", ", missing));
    }
  }
}
