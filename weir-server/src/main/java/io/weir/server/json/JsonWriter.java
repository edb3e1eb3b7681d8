// SPDX-License-Identifier: Apache-2.0
package io.weir.server.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Writes response bodies. */
public final class JsonWriter {
  /** Something that writes. */
  public interface JsonContentWriter {
    /** Writes its part. */
    void writeTo(JsonGenerator out) throws IOException;
  }

  /** What an answer to a check takes. */
  private static final int DEFAULT_BYTES = 192;

  private static final JsonFactory JSON = new JsonFactory();

  private JsonWriter() {}

  /** The text that was written, as UTF-8. */
  public static byte[] of(JsonContentWriter jsonContentWriter) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(DEFAULT_BYTES);
    try (JsonGenerator out = JSON.createGenerator(bytes)) { // closing gives its large buffer back
      jsonContentWriter.writeTo(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory does not fail
    }
    return bytes.toByteArray();
  }

  /** A whole answer: who it is for, and what {@code data} says. */
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
