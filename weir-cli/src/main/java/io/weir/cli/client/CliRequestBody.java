// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;

/** Writes the body of a request from fields that are texts and integers. */
final class CliRequestBody {
  private static final JsonFactory JSON = new JsonFactory();

  private CliRequestBody() {}

  /** One object. */
  static String of(Map<String, Object> fields) {
    return toJson(json -> write(json, fields));
  }

  /** An array of objects. */
  static String ofArray(List<Map<String, Object>> all) {
    return toJson(json -> {
      json.writeStartArray();
      for (Map<String, Object> fields : all) {
        write(json, fields);
      }
      json.writeEndArray();
    });
  }

  private interface Content {
    void writeTo(JsonGenerator json) throws IOException;
  }

  private static String toJson(Content content) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      content.writeTo(json);
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory failed", e);
    }
    return text.toString();
  }

  private static void write(JsonGenerator json, Map<String, Object> fields) throws IOException {
    json.writeStartObject();
    for (Entry<String, Object> field : fields.entrySet()) {
      json.writeFieldName(field.getKey());
      if (field.getValue() instanceof Long number) {
        json.writeNumber(number);
      } else {
        json.writeString(field.getValue().toString());
      }
    }
    json.writeEndObject();
  }
}
