// SPDX-License-Identifier: Apache-2.0
package io.weir.server.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** A writer of JSON response bodies. */
public final class JsonWriter {
  /** Writes a part of a JSON document. */
  public interface JsonContentWriter {
    /** Writes its part. */
    void writeTo(JsonGenerator out) throws IOException;
  }

  /** A multiple of what the generator hands over at once. Far smaller than what collectors of garbage treat as huge. */
  private static final int SEGMENT_BYTES = 64_000;

  private static final JsonFactory JSON = new JsonFactory();

  private JsonWriter() {}

  /** Bytes as they are written, in segments that are never copied: short texts in one of just their length. */
  private static final class Output extends OutputStream {
    private final List<byte[]> segments = new ArrayList<>(1);
    private int length;

    /** Bytes in the last segment. */
    private int used;

    @Override
    public void write(int each) {
      write(new byte[] {(byte) each}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) {
      int done = 0;
      while (done < count) {
        byte[] segment = segmentFor(count - done);
        int part = Math.min(count - done, segment.length - used);
        System.arraycopy(bytes, from + done, segment, used, part);
        used += part;
        done += part;
      }
      length += count;
    }

    private byte[] segmentFor(int count) {
      int last = segments.size() - 1;
      if (last >= 0 && used < segments.get(last).length) {
        return segments.get(last);
      }
      byte[] fresh = new byte[last < 0 ? Math.min(count, SEGMENT_BYTES) : SEGMENT_BYTES];
      segments.add(fresh);
      used = 0;
      return fresh;
    }
  }

  /** Returns the written text as UTF-8. */
  public static ByteSegments of(JsonContentWriter jsonContentWriter) {
    Output bytes = new Output();
    try (JsonGenerator out = JSON.createGenerator(bytes)) { // closing gives its large buffer back
      jsonContentWriter.writeTo(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // writing to memory does not fail
    }
    return ByteSegments.of(bytes.segments, bytes.length);
  }

  /** Returns a complete response: the request id, and what {@code rest} writes. */
  public static ByteSegments envelope(String requestId, JsonContentWriter rest) {
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
