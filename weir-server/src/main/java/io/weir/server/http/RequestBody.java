// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http;

import io.vertx.core.buffer.Buffer;
import io.weir.server.json.ByteSegments;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request as it arrives. A body that arrives in one piece is kept as it is. Otherwise its pieces are
 * copied into segments that never move: a growing buffer would copy, and clear, many megabytes at once on the event
 * loop.
 */
final class RequestBody {
  private static final int MIN_SEGMENT = 4_096;
  private static final int MAX_SEGMENT = 65_536;

  /** The body so far, while it consists of one piece. */
  private @Nullable Buffer first;

  private final List<byte[]> fullSegments = new ArrayList<>();
  private byte[] segment = {};

  /** The number of bytes in {@link #segment}. */
  private int used;

  private int length;

  void append(Buffer piece) {
    if (length == 0) {
      first = piece;
    } else {
      Buffer before = first;
      if (before != null) {
        first = null;
        copy(before);
      }
      copy(piece);
    }
    length += piece.length();
  }

  private void copy(Buffer piece) {
    int from = 0;
    while (from < piece.length()) {
      if (used == segment.length) {
        addSegment();
      }
      int count = Math.min(piece.length() - from, segment.length - used);
      piece.getBytes(from, from + count, segment, used);
      used += count;
      from += count;
    }
  }

  /**
   * Adds a segment as large as the body so far, within bounds: short bodies waste little memory, long ones have few
   * segments.
   */
  private void addSegment() {
    if (used > 0) {
      fullSegments.add(segment);
    }
    segment = new byte[Math.max(MIN_SEGMENT, Math.min(length, MAX_SEGMENT))];
    used = 0;
  }

  /** Returns the complete body. Nothing may be appended afterwards, because segments are not copied again. */
  ByteSegments toSegments() {
    Buffer whole = first;
    if (whole != null) {
      return ByteSegments.of(whole.getBytes());
    }
    if (used > 0) {
      fullSegments.add(segment);
    }
    return ByteSegments.of(fullSegments, length);
  }
}
