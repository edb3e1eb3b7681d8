// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.decide;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads lines from untrusted input: lines may be too long, contain invalid UTF-8, or lack a line end. */
final class InputLines {

  /**
   * Enough for a batch of some ten thousand checks. A stream without line ends is detected before it fills the heap.
   */
  static final int MAX_BYTES = 1 << 20;

  private static final int NEWLINE = '\n';
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private final InputStream in;

  /** Each read returns the bytes that are available, so a line is answered before the next one is typed. */
  private final byte[] chunk = new byte[8_192];

  private int position;
  private int end;
  private long number;

  InputLines(InputStream in) {
    this.in = in;
  }

  /** The number of the last line read, starting at 1. */
  long number() {
    return number;
  }

  /** Returns the next line without its line end, or null at the end of the input. */
  @Nullable
  String next() throws IOException, InvalidInput {
    if (!fill()) {
      return null;
    }
    number++;
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    while (fill()) {
      int from = position;
      while (position < end && chunk[position] != NEWLINE) {
        position++;
      }
      line.write(chunk, from, position - from);
      if (line.size() > MAX_BYTES) {
        throw new InvalidInput("must be at most " + MAX_BYTES + " bytes long, but is longer");
      }
      if (position < end) {
        position++;
        break;
      }
    }
    return text(line.toByteArray());
  }

  /** Reads more bytes if needed. Returns whether a byte is available at the position. */
  private boolean fill() throws IOException {
    if (position == end) {
      position = 0;
      end = Math.max(0, in.read(chunk));
    }
    return position < end;
  }

  private String text(byte[] bytes) throws InvalidInput {
    CharsetDecoder decoder =
        StandardCharsets.UTF_8.newDecoder(); // reports invalid bytes, which String() would replace
    ByteBuffer from = ByteBuffer.wrap(bytes);
    CharBuffer to = CharBuffer.allocate(bytes.length);
    CoderResult result = decoder.decode(from, to, true);
    if (result.isError()) {
      throw new InvalidInput("is not UTF-8: byte " + (from.position() + 1) + " is 0x"
          + Integer.toHexString(Byte.toUnsignedInt(bytes[from.position()])));
    }
    String text = to.flip().toString();
    boolean marked = number == 1 && !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK;
    return marked ? text.substring(1) : text;
  }
}
