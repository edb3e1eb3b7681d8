// SPDX-License-Identifier: Apache-2.0
package io.weir.server.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Writes response bodies. */
public final class JsonText {
  /** Something that writes. */
  public interface Writing {
    /** Writes its part. */
    void to(JsonGenerator out) throws IOException;
  }

  /** What an answer to a check takes. */
  private static final int USUAL_BYTES = 192;

  private static final JsonFactory JSON = new JsonFactory();

  private JsonText() {}

  /** The text that was written, as UTF-8. */
  public static byte[] of(Writing writing) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(USUAL_BYTES);
    try (JsonGenerator out = JSON.createGenerator(bytes)) { // closing gives its large buffer back
      writing.to(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory does not fail
    }
    return bytes.toByteArray();
  }

  /** A whole answer: who it is for, and what {@code data} says. */
  public static byte[] envelope(String requestId, Writing rest) {
    return of(out -> {
      out.writeStartObject();
      writeMeta(out, requestId);
      rest.to(out);
      out.writeEndObject();
    });
  }

  private static void writeMeta(JsonGenerator out, String requestId) throws IOException {
    out.writeObjectFieldStart("meta");
    out.writeStringField("requestId", requestId);
    out.writeEndObject();
  }
}
