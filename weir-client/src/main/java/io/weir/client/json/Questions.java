// SPDX-License-Identifier: Apache-2.0
package io.weir.client.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/** Writes what is asked. */
public final class Questions {
  private static final JsonFactory JSON = new JsonFactory();

  /** As many as the API gives at once. */
  private static final int PAGE = 100;

  private Questions() {}

  /**
   * A check as the API has it.
   *
   * @param namespace where
   * @param identifier who
   * @param limit how much
   * @param durationMillis in how long
   * @param cost how much of it now
   */
  public record Question(
      String namespace, String identifier, long limit, long durationMillis, long cost) {}

  /** One check. */
  public static byte[] check(Question question) {
    return write(out -> write(out, question));
  }

  /** Several checks. */
  public static byte[] batch(List<Question> questions) {
    return write(out -> {
      out.writeStartArray();
      for (Question question : questions) {
        write(out, question);
      }
      out.writeEndArray();
    });
  }

  private static void write(JsonGenerator out, Question question) throws IOException {
    out.writeStartObject();
    name(out, question.namespace(), question.identifier());
    out.writeNumberField("limit", question.limit());
    out.writeNumberField("duration", question.durationMillis());
    out.writeNumberField("cost", question.cost());
    out.writeEndObject();
  }

  /** An override to be set. */
  public static byte[] override(
      String namespace, String identifier, long limit, long durationMillis) {
    return write(out -> {
      out.writeStartObject();
      name(out, namespace, identifier);
      out.writeNumberField("limit", limit);
      out.writeNumberField("duration", durationMillis);
      out.writeEndObject();
    });
  }

  /** An override to be looked at or deleted. */
  public static byte[] name(String namespace, String identifier) {
    return write(out -> {
      out.writeStartObject();
      name(out, namespace, identifier);
      out.writeEndObject();
    });
  }

  /** A page of overrides, the first one if the cursor is empty. */
  public static byte[] page(String namespace, String cursor) {
    return write(out -> {
      out.writeStartObject();
      out.writeStringField("namespace", namespace);
      out.writeNumberField("limit", PAGE);
      if (!cursor.isEmpty()) {
        out.writeStringField("cursor", cursor);
      }
      out.writeEndObject();
    });
  }

  /** One object of these fields, which are texts and integers. */
  public static byte[] object(Map<String, Object> fields) {
    return write(out -> write(out, fields));
  }

  /** An array of such objects. */
  public static byte[] array(List<Map<String, Object>> objects) {
    return write(out -> {
      out.writeStartArray();
      for (Map<String, Object> fields : objects) {
        write(out, fields);
      }
      out.writeEndArray();
    });
  }

  private static void write(JsonGenerator out, Map<String, Object> fields) throws IOException {
    // An identifier's characters, as they were typed.
    out.enable(JsonGenerator.Feature.COMBINE_UNICODE_SURROGATES_IN_UTF8);
    out.writeStartObject();
    for (Map.Entry<String, Object> field : fields.entrySet()) {
      out.writeObjectField(field.getKey(), field.getValue());
    }
    out.writeEndObject();
  }

  private static void name(JsonGenerator out, String namespace, String identifier)
      throws IOException {
    out.writeStringField("namespace", namespace);
    out.writeStringField("identifier", identifier);
  }

  private interface Writing {
    void to(JsonGenerator out) throws IOException;
  }

  private static byte[] write(Writing writing) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(160);
    try (JsonGenerator out = JSON.createGenerator(bytes)) {
      writing.to(out);
    } catch (IOException e) {
      throw new UncheckedIOException("could not write to a memory buffer", e);
    }
    return bytes.toByteArray();
  }
}
