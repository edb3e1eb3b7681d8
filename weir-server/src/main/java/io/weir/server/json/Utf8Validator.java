// SPDX-License-Identifier: Apache-2.0
package io.weir.server.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** A strict UTF-8 validator. */
public final class Utf8Validator {
  /*
   * Lenient readers accept C0 AF as a slash, and six bytes for a character beyond the basic plane. Two readers of one
   * request would then see different texts, and two different requests would share a count.
   */

  private static final VarHandle EIGHT =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private static final long HIGH_BITS = 0x8080808080808080L;

  /** The length of the longest sequence in bytes. */
  private static final int LONGEST = 4;

  private Utf8Validator() {}

  /**
   * Returns whether the first {@code length} bytes are UTF-8: no overlong sequences, no surrogates, nothing beyond
   * U+10FFFF.
   */
  public static boolean isValid(byte[] bytes, int length) {
    return isValid(bytes, 0, length);
  }

  /** Validates bytes in segments. A character may begin in one segment and end in the next. */
  static boolean isValid(ByteSegments bytes) {
    int begin = 0;
    for (int i = 0; i < bytes.count(); i++) {
      byte[] segment = bytes.segment(i);
      int length = bytes.used(i);
      if (i == bytes.count() - 1) {
        return begin <= length && isValid(segment, begin, length);
      }
      int end = lastCharacter(segment, begin, length);
      byte[] split = new byte[LONGEST];
      System.arraycopy(segment, end, split, 0, length - end);
      int rest = Math.min(LONGEST - (length - end), bytes.used(i + 1));
      System.arraycopy(bytes.segment(i + 1), 0, split, length - end, rest);
      int next = end == length ? 0 : sequence(split, 0, length - end + rest) - (length - end);
      if (next < 0 || !isValid(segment, begin, end)) {
        return false;
      }
      begin = next;
    }
    return true;
  }

  /** Returns where a character begins that the end of the segment cuts off; the end itself if there is none. */
  private static int lastCharacter(byte[] segment, int begin, int end) {
    for (int i = end - 1; i >= Math.max(begin, end - LONGEST + 1); i--) {
      int each = segment[i] & 0xFF;
      if (each >= 0xC0) {
        return i + length(each) > end ? i : end;
      }
    }
    return end;
  }

  private static boolean isValid(byte[] bytes, int from, int length) {
    int at = from;
    while (at < length) {
      if (length - at >= Long.BYTES && ((long) EIGHT.get(bytes, at) & HIGH_BITS) == 0) {
        at += Long.BYTES;
      } else if (bytes[at] >= 0) {
        at++;
      } else {
        int next = sequence(bytes, at, length);
        if (next < 0) {
          return false;
        }
        at = next;
      }
    }
    return true;
  }

  /** Returns where the sequence that begins here ends, or -1 if it is invalid. */
  private static int sequence(byte[] bytes, int at, int length) {
    int first = bytes[at] & 0xFF;
    int more = length(first) - 1;
    if (first < 0xC2 || first > 0xF4 || at + more >= length) {
      return -1;
    }
    int second = bytes[at + 1] & 0xFF;
    if (second < minSecondByte(first) || second > maxSecondByte(first)) {
      return -1;
    }
    for (int i = 2; i <= more; i++) {
      if ((bytes[at + i] & 0xC0) != 0x80) {
        return -1;
      }
    }
    return at + more + 1;
  }

  /** Returns the length of a multi-byte sequence by its first byte. */
  private static int length(int first) {
    return first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  }

  /** Returns the smallest valid second byte; with a smaller one, the sequence would be overlong. */
  private static int minSecondByte(int first) {
    return first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  }

  /**
   * Returns the largest valid second byte; with a larger one, the sequence would be a surrogate or beyond U+10FFFF.
   */
  private static int maxSecondByte(int first) {
    return first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  }
}
