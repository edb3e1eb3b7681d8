// SPDX-License-Identifier: Apache-2.0
package io.weir.web.address;

import org.jspecify.annotations.Nullable;

/**
 * A strict parser of addresses whose time does not grow with the length of the text. Text that is not exactly an
 * address is refused: if two readers disagree on {@code 010.0.0.1} (octal or decimal?), one client could look like
 * two.
 */
final class AddressParser {
  /** No address with brackets, zone and port is longer; a zone is the name of an interface. */
  static final int MAX_LENGTH = 100;

  private static final int GROUPS = 8;
  private static final int MAX_PORT = 65_535;

  private AddressParser() {}

  /**
   * Parses an address as a proxy writes a hop: {@code 1.2.3.4}, {@code 1.2.3.4:5}, {@code ::1}, {@code [::1]}, {@code
   * [::1]:5}.
   */
  static @Nullable Address hop(String text) {
    if (text.startsWith("[")) {
      int end = text.indexOf(']');
      boolean whole = end + 1 == text.length() || isPort(text, end + 1, text.length());
      return end > 0 && whole ? v6(text, 1, end) : null;
    }
    // A colon after a dot precedes a port: in IPv6 a dotted part comes after the colons.
    int dot = text.indexOf('.');
    int colon = text.indexOf(':');
    if (dot >= 0 && dot < colon) {
      return isPort(text, colon, text.length()) ? v4(text, colon) : null;
    }
    return address(text);
  }

  /** Parses an address without brackets and port. */
  static @Nullable Address address(String text) {
    if (text.length() > MAX_LENGTH) {
      return null;
    }
    return text.indexOf(':') < 0 ? v4(text, text.length()) : v6(text, 0, text.length());
  }

  private static boolean isPort(String text, int colon, int to) {
    int digits = to - colon - 1;
    if (digits < 1 || digits > 5 || text.charAt(colon) != ':') {
      return false;
    }
    int port = 0;
    for (int i = colon + 1; i < to; i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return false;
      }
      port = port * 10 + digit;
    }
    return port <= MAX_PORT;
  }

  private static @Nullable Address v4(String text, int to) {
    long bytes = dotted(text, 0, to);
    return bytes < 0 ? null : Address.v4(bytes);
  }

  /** Parses four numbers from 0 to 255 without leading zeros; returns -1 for anything else. */
  private static long dotted(String text, int from, int to) {
    long bytes = 0;
    int parts = 0;
    int at = from;
    while (parts < 4) {
      int start = at;
      int number = 0;
      while (at < to && at - start < 3 && isDigit(text.charAt(at))) {
        number = number * 10 + text.charAt(at) - '0';
        at++;
      }
      boolean padded = at - start > 1 && text.charAt(start) == '0';
      if (at == start || padded || number > 255) {
        return -1;
      }
      bytes = (bytes << 8) | number;
      parts++;
      if (parts < 4 && (at >= to || text.charAt(at++) != '.')) {
        return -1;
      }
    }
    return at == to ? bytes : -1;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static @Nullable Address v6(String text, int from, int to) {
    int percent = text.indexOf('%', from);
    if (percent >= 0 && percent < to) {
      return isZone(text, percent + 1, to) ? new Groups(text, from, percent).address() : null;
    }
    return new Groups(text, from, to).address();
  }

  private static boolean isZone(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      boolean good = isDigit(c)
          || (c >= 'a' && c <= 'z')
          || (c >= 'A' && c <= 'Z')
          || c == '.'
          || c == '_'
          || c == '-'
          || c == '~';
      if (!good) {
        return false;
      }
    }
    return from < to;
  }

  /** The groups of an IPv6 address, read from left to right. */
  private static final class Groups {
    private final String text;
    private final int to;
    private final int[] groups = new int[GROUPS];
    private int position;
    private int count;
    private int gap = -1;

    Groups(String text, int from, int to) {
      this.text = text;
      this.position = from;
      this.to = to;
    }

    @Nullable
    Address address() {
      if (!readAll() || (gap < 0 ? count != GROUPS : count >= GROUPS)) {
        return null;
      }
      long high = 0;
      long low = 0;
      int missing = GROUPS - count;
      for (int i = 0; i < GROUPS; i++) {
        int group = gap < 0 || i < gap ? groups[i] : i < gap + missing ? 0 : groups[i - missing];
        high = (high << 16) | (low >>> 48);
        low = (low << 16) | group;
      }
      return Address.v6(high, low);
    }

    private boolean readAll() {
      if (isAt(position, ':') && !takeGap()) {
        return false;
      }
      while (position < to) {
        if (count == GROUPS) {
          return false;
        }
        int start = position;
        int group = hex();
        if (isAt(position, '.')) {
          return takeDotted(start);
        }
        if (group < 0) {
          return false;
        }
        groups[count++] = group;
        if (position < to && !takeColon()) {
          return false;
        }
      }
      return true;
    }

    private boolean isAt(int index, char c) {
      return index < to && text.charAt(index) == c;
    }

    /** Consumes a colon. A single one must be followed by a group; a double one stands for the zeros, once. */
    private boolean takeColon() {
      if (!isAt(position, ':')) {
        return false;
      }
      if (isAt(position + 1, ':')) {
        return takeGap();
      }
      position++;
      return position < to;
    }

    private boolean takeGap() {
      if (gap >= 0 || !isAt(position + 1, ':')) {
        return false;
      }
      gap = count;
      position += 2;
      return true;
    }

    private boolean takeDotted(int start) {
      long bytes = count <= GROUPS - 2 ? dotted(text, start, to) : -1;
      if (bytes < 0) {
        return false;
      }
      groups[count++] = (int) (bytes >>> 16);
      groups[count++] = (int) (bytes & 0xffff);
      position = to;
      return true;
    }

    private int hex() {
      int start = position;
      int value = 0;
      while (position < to && position - start < 4) {
        char c = text.charAt(position);
        int digit = c < 128 ? Character.digit(c, 16) : -1;
        if (digit < 0) {
          break;
        }
        value = (value << 4) | digit;
        position++;
      }
      return position == start ? -1 : value;
    }
  }
}
