// SPDX-License-Identifier: Apache-2.0
package io.weir.server.admin;

import com.fasterxml.jackson.core.JsonGenerator;
import io.weir.cli.command.TerminalText;
import io.weir.server.json.JsonWriter;
import io.weir.sql.dialect.ReadableText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Formats items with named properties as a table for people or as JSON for programs. */
final class Listing {
  /** Shown to a person for a missing value; JSON contains null. */
  private static final String EMPTY = "-";

  /** Stands for a property that an item does not have. */
  static final Object NONE = new Object();

  private Listing() {}

  /** Returns an item with these properties, given as alternating names and values. */
  static Map<String, Object> properties(Object... namesAndValues) {
    Map<String, Object> item = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      item.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return item;
  }

  /** Formats one item as JSON. */
  static String json(Map<String, Object> item) {
    return text(out -> write(out, item));
  }

  /** Formats a list of items as JSON. */
  static String json(List<Map<String, Object>> items) {
    return text(out -> {
      out.writeStartArray();
      for (Map<String, Object> each : items) {
        write(out, each);
      }
      out.writeEndArray();
    });
  }

  private static String text(JsonWriter.JsonContentWriter jsonContentWriter) {
    return JsonWriter.of(jsonContentWriter).text() + "\n";
  }

  private static void write(JsonGenerator out, Map<String, Object> item) throws IOException {
    out.writeStartObject();
    for (Map.Entry<String, Object> each : item.entrySet()) {
      out.writeFieldName(each.getKey());
      writeValue(out, each.getValue());
    }
    out.writeEndObject();
  }

  private static void writeValue(JsonGenerator out, Object value) throws IOException {
    if (value == NONE) {
      out.writeNull();
    } else if (value instanceof Collection<?> many) {
      out.writeStartArray();
      for (Object each : many) {
        writeValue(out, each);
      }
      out.writeEndArray();
    } else if (value instanceof Boolean flag) {
      out.writeBoolean(flag);
    } else if (value instanceof Long number) {
      out.writeNumber(number);
    } else {
      out.writeString(value.toString());
    }
  }

  /** One item, a property a line. */
  static String lines(Map<String, Object> item) {
    return TerminalText.columns(item.entrySet().stream()
        .map(each -> List.of(each.getKey(), printable(each.getValue())))
        .toList());
  }

  /** Formats a list of items as a table with a header; empty if there are no items. */
  static String table(List<Map<String, Object>> items) {
    if (items.isEmpty()) {
      return "";
    }
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.copyOf(items.get(0).keySet()));
    items.forEach(
        each -> rows.add(each.values().stream().map(Listing::printable).toList()));
    return TerminalText.columns(rows);
  }

  /** Returns the value without control characters, which a terminal would interpret. */
  private static String printable(Object value) {
    if (value == NONE || "".equals(value)) {
      return EMPTY;
    }
    if (value instanceof Boolean flag) {
      return flag ? "yes" : "no";
    }
    if (value instanceof Collection<?> many) {
      return String.join(" ", many.stream().map(Object::toString).toList());
    }
    return ReadableText.encode(value.toString());
  }
}
