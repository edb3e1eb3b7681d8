// SPDX-License-Identifier: Apache-2.0
package io.weir.server.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** A writer of JSON response bodies. */
public final class JsonWriter {
  /** Writes a part of a JSON document. */
  public interface JsonContentWriter {
    /** Writes its part. */
    void writeTo(JsonGenerator out) throws IOException;
  }

  /** The size of a response to a check. */
  private static final int DEFAULT_BYTES = 192;

  private static final JsonFactory JSON = new JsonFactory();

  private JsonWriter() {}

  /** Returns the written text as UTF-8. */
  public static byte[] of(JsonContentWriter jsonContentWriter) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(DEFAULT_BYTES);
    try (JsonGenerator out = JSON.createGenerator(bytes)) { // closing frees its buffer
      jsonContentWriter.writeTo(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // writing to memory does not fail
    }
    return bytes.toByteArray();
  }

  /** Returns a complete response: the request id, and what {@code rest} writes. */
  public static byte[] envelope(String requestId, JsonContentWriter rest) {
    return of(out -> {
      out.writeStartObject();
      writeMeta(out, requestId);
      rest.writeTo(out);
      out.writeEndObject();
    });
  }

  private static void writeMeta(JsonGenerator out, String requestId) throws IOException {
    out.writeObjectFieldStart("meta");
    out.writeStringField("requestId", requestId);
    out.writeEndObject();
  }
}
