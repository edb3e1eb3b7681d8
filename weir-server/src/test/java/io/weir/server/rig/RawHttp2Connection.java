// SPDX-License-Identifier: Apache-2.0
package io.weir.server.rig;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A raw HTTP/2 connection that sends single frames, valid or not. */
public final class RawHttp2Connection implements AutoCloseable {
  /** The numbers of the frame types. */
  public static final int DATA = 0;

  public static final int HEADERS = 1;
  public static final int RST_STREAM = 3;
  public static final int SETTINGS = 4;
  public static final int CONTINUATION = 9;

  /** The flag for the end of the request's body, or of the response. */
  public static final int END_STREAM = 1;

  private static final int END_HEADERS = 4;
  private static final int PRESENT_IN_TABLE = 0x80;
  private static final int GET = 2;
  private static final int POST = 3;
  private static final int HTTP = 6;
  private static final int PATH = 4;

  /**
   * A frame that was received.
   *
   * @param type its type
   * @param flags its flags
   * @param stream the stream that it belongs to; 0 for the connection
   * @param payload its payload; characters stand for bytes
   */
  public record Frame(int type, int flags, int stream, String payload) {}

  private final RawSocket rawSocket;

  /** Connects to a server on this machine, with windows of this size for the responses. */
  public RawHttp2Connection(int port, int window) {
    rawSocket = new RawSocket(port);
    rawSocket.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    byte[] width = ByteBuffer.allocate(6).putShort((short) 4).putInt(window).array();
    send(new Frame(SETTINGS, 0, 0, text(width)));
  }

  /** Sends a frame; false if the other side has closed the connection. */
  public boolean send(Frame frame) {
    int length = frame.payload().length();
    return rawSocket.send(ByteBuffer.allocate(9 + length)
        .put((byte) (length >> 16))
        .putShort((short) length)
        .put((byte) frame.type())
        .put((byte) frame.flags())
        .putInt(frame.stream())
        .put(frame.payload().getBytes(StandardCharsets.ISO_8859_1))
        .array());
  }

  /** Requests a path, without a body. */
  public boolean get(int stream, String path) {
    return head(stream, END_STREAM, fields(GET, path));
  }

  /** Begins a request with a body; headers are alternating names and values. */
  public boolean post(int stream, String path, String... headers) {
    ByteArrayOutputStream out = fields(POST, path);
    for (int i = 0; i < headers.length; i += 2) {
      out.write(0);
      text(out, headers[i]);
      text(out, headers[i + 1]);
    }
    return head(stream, 0, out);
  }

  private boolean head(int stream, int flags, ByteArrayOutputStream fields) {
    return send(new Frame(HEADERS, flags | END_HEADERS, stream, text(fields.toByteArray())));
  }

  private static ByteArrayOutputStream fields(int method, String path) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(PRESENT_IN_TABLE | method);
    out.write(PRESENT_IN_TABLE | HTTP);
    out.write(PATH);
    text(out, path);
    return out;
  }

  private static void text(ByteArrayOutputStream out, String text) {
    int mask = 0x7F;
    int length = text.length();
    if (length < mask) {
      out.write(length);
    } else {
      out.write(mask);
      for (length -= mask; length > mask; length >>= 7) {
        out.write((length & mask) | 0x80);
      }
      out.write(length);
    }
    out.writeBytes(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  /** Returns the next frame; null if the connection is closed instead. */
  public @Nullable Frame read() {
    byte[] head = rawSocket.readBytes(9);
    if (head.length < 9) {
      return null;
    }
    ByteBuffer fields = ByteBuffer.wrap(head);
    int length = fields.getInt(0) >>> 8;
    int stream = fields.getInt(5);
    return new Frame(head[3], head[4], stream, text(rawSocket.readBytes(length)));
  }

  /** Returns all frames up to the end of the connection, which must come. */
  public List<Frame> readToEnd() {
    List<Frame> frames = new ArrayList<>();
    for (Frame frame = read(); frame != null; frame = read()) {
      frames.add(frame);
    }
    return frames;
  }

  /** Returns the next frame of this type, which must come. */
  public Frame read(int type) {
    for (Frame frame = read(); frame != null; frame = read()) {
      if (frame.type() == type) {
        return frame;
      }
    }
    throw new AssertionError("the connection was closed without a frame of type " + type);
  }

  @Override
  public void close() {
    rawSocket.close();
  }
}
