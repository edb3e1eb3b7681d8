// SPDX-License-Identifier: Apache-2.0
package io.weir.server.json;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A sequence of bytes in one or several arrays. It is read in place, because joining the arrays would copy a large
 * body again.
 */
public final class ByteSegments {
  /** The empty sequence. */
  public static final ByteSegments EMPTY = new ByteSegments(List.of(), 0);

  private final List<byte[]> segments;
  private final int length;

  private ByteSegments(List<byte[]> segments, int length) {
    this.segments = segments;
    this.length = length;
  }

  /**
   * Returns the first {@code length} bytes of these arrays, which must not change any more. No array may be empty, and only
   * the last one may have bytes beyond the length.
   */
  public static ByteSegments of(List<byte[]> segments, int length) {
    return length == 0 ? EMPTY : new ByteSegments(List.copyOf(segments), length);
  }

  /** Returns the bytes of this array, which must not change any more. */
  public static ByteSegments of(byte[] bytes) {
    return of(List.of(bytes), bytes.length);
  }

  /** Returns the number of bytes. */
  public int length() {
    return length;
  }

  /** Returns a stream of the bytes. */
  public InputStream stream() {
    if (segments.size() == 1) {
      return stream(0);
    }
    List<InputStream> streams = new ArrayList<>(segments.size());
    for (int i = 0; i < segments.size(); i++) {
      streams.add(stream(i));
    }
    return new SequenceInputStream(Collections.enumeration(streams));
  }

  private InputStream stream(int index) {
    return new ByteArrayInputStream(segments.get(index), 0, used(index));
  }

  /** Returns them as text; they must be UTF-8. */
  public String text() {
    try (InputStream in = stream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory does not fail
    }
  }

  /** How many arrays they lie in. */
  public int count() {
    return segments.size();
  }

  /** The array with this number, not a copy. It may be longer than what counts of it. */
  public byte[] segment(int index) {
    return segments.get(index);
  }

  /** Returns how many bytes of this segment belong to the sequence. */
  public int used(int index) {
    int used = segments.get(index).length;
    if (index < segments.size() - 1) {
      return used;
    }
    int before = 0;
    for (int i = 0; i < index; i++) {
      before += segments.get(i).length;
    }
    return length - before;
  }

  /** Returns the byte at this position. */
  byte at(int position) {
    int index = 0;
    int rest = position;
    while (rest >= segments.get(index).length) {
      rest -= segments.get(index).length;
      index++;
    }
    return segments.get(index)[rest];
  }
}
