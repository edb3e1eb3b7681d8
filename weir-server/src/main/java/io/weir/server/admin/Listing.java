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

/** Things with named properties, as a table for people or as JSON for programs. */
final class Listing {
  /** For a person; a program gets null. */
  private static final String EMPTY = "-";

  /** Stands for a property that a thing does not have. */
  static final Object NONE = new Object();

  private Listing() {}

  /** A thing with these properties: a name and a value, again and again. */
  static Map<String, Object> properties(Object... namesAndValues) {
    Map<String, Object> thing = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      thing.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return thing;
  }

  /** One thing as JSON. */
  static String json(Map<String, Object> thing) {
    return text(out -> write(out, thing));
  }

  /** Many things as JSON. */
  static String json(List<Map<String, Object>> things) {
    return text(out -> {
      out.writeStartArray();
      for (Map<String, Object> each : things) {
        write(out, each);
      }
      out.writeEndArray();
    });
  }

  private static String text(JsonWriter.JsonContentWriter jsonContentWriter) {
    return JsonWriter.of(jsonContentWriter).text() + "\n";
  }

  private static void write(JsonGenerator out, Map<String, Object> thing) throws IOException {
    out.writeStartObject();
    for (Map.Entry<String, Object> each : thing.entrySet()) {
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

  /** One thing, a property a line. */
  static String lines(Map<String, Object> thing) {
    return TerminalText.columns(thing.entrySet().stream()
        .map(each -> List.of(each.getKey(), printable(each.getValue())))
        .toList());
  }

  /** Many things, one a line, under the names of their properties; nothing if there are none. */
  static String table(List<Map<String, Object>> things) {
    if (things.isEmpty()) {
      return "";
    }
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.copyOf(things.get(0).keySet()));
    things.forEach(
        each -> rows.add(each.values().stream().map(Listing::printable).toList()));
    return TerminalText.columns(rows);
  }

  /** Without control characters, which a terminal would obey. */
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
