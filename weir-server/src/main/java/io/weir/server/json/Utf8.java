// SPDX-License-Identifier: Apache-2.0
package io.weir.server.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Tells UTF-8 from what only looks like it. */
public final class Utf8 {
  /*
   * Lenient readers take C0 AF for a slash, and six bytes for a character beyond the basic plane. Two readers of one request
   * would then see different texts, and two different requests would share a count.
   */

  private static final VarHandle EIGHT =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private static final long HIGH_BITS = 0x8080808080808080L;

  private Utf8() {}

  /** Whether the first so many bytes are UTF-8: no byte too many, no half of a pair, nothing beyond U+10FFFF. */
  public static boolean isValid(byte[] bytes, int length) {
    int at = 0;
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

  /** Where the sequence that begins here ends, or -1 if it is none. */
  private static int sequence(byte[] bytes, int at, int length) {
    int first = bytes[at] & 0xFF;
    int more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1;
    if (first < 0xC2 || first > 0xF4 || at + more >= length) {
      return -1;
    }
    int second = bytes[at + 1] & 0xFF;
    if (second < least(first) || second > most(first)) {
      return -1;
    }
    for (int i = 2; i <= more; i++) {
      if ((bytes[at + i] & 0xC0) != 0x80) {
        return -1;
      }
    }
    return at + more + 1;
  }

  /** The smallest second byte: below it there is a shorter sequence. */
  private static int least(int first) {
    return first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  }

  /** The largest second byte: above it there are halves of pairs, or nothing. */
  private static int most(int first) {
    return first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  }
}
