// SPDX-License-Identifier: Apache-2.0
package io.weir.client.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/** A writer of request bodies. */
public final class RequestWriter {
  private static final JsonFactory JSON = new JsonFactory();

  /** The maximum page size of the API. */
  private static final int PAGE_SIZE = 100;

  private RequestWriter() {}

  /**
   * The fields of a check as the API defines them.
   *
   * @param namespace the namespace
   * @param identifier the identifier
   * @param limit the maximum amount per window
   * @param durationMillis the length of the window
   * @param cost the units to spend
   */
  public record CheckRequest(
      String namespace, String identifier, long limit, long durationMillis, long cost) {}

  /** Writes a single check. */
  public static byte[] check(CheckRequest checkRequest) {
    return write(out -> write(out, checkRequest));
  }

  /** Writes a batch of checks. */
  public static byte[] batch(List<CheckRequest> questions) {
    return write(out -> {
      out.writeStartArray();
      for (CheckRequest checkRequest : questions) {
        write(out, checkRequest);
      }
      out.writeEndArray();
    });
  }

  private static void write(JsonGenerator out, CheckRequest checkRequest) throws IOException {
    out.writeStartObject();
    name(out, checkRequest.namespace(), checkRequest.identifier());
    out.writeNumberField("limit", checkRequest.limit());
    out.writeNumberField("duration", checkRequest.durationMillis());
    out.writeNumberField("cost", checkRequest.cost());
    out.writeEndObject();
  }

  /** Writes a request that sets an override. */
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

  /** Writes a request that reads or deletes an override. */
  public static byte[] name(String namespace, String identifier) {
    return write(out -> {
      out.writeStartObject();
      name(out, namespace, identifier);
      out.writeEndObject();
    });
  }

  /** Writes a request for a page of overrides; an empty cursor requests the first page. */
  public static byte[] page(String namespace, String cursor) {
    return write(out -> {
      out.writeStartObject();
      out.writeStringField("namespace", namespace);
      out.writeNumberField("limit", PAGE_SIZE);
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

  private interface JsonContent {
    void writeTo(JsonGenerator out) throws IOException;
  }

  private static byte[] write(JsonContent jsonContent) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(160);
    try (JsonGenerator out = JSON.createGenerator(bytes)) {
      jsonContent.writeTo(out);
    } catch (IOException e) {
      throw new UncheckedIOException("could not write to a memory buffer", e);
    }
    return bytes.toByteArray();
  }
}
