// SPDX-License-Identifier: Apache-2.0
package io.weir.web.address;

import org.jspecify.annotations.Nullable;

/**
 * An IPv4 or IPv6 address. Each address has one value and one text form, however it was written: an IPv4 address
 * mapped into IPv6 is the IPv4 address, and zones are dropped, since they are meaningful on one machine only.
 *
 * @param high the first eight bytes; 0 for IPv4
 * @param low the last eight bytes; the four bytes of IPv4
 * @param isV4 whether it is an IPv4 address
 */
public record Address(long high, long low, boolean isV4) {
  private static final int V4_BITS = 32;
  private static final int V6_BITS = 128;
  private static final int HALF_BITS = 64;
  private static final int GROUPS = 8;

  /** The first half of 64:ff9b::/96. */
  private static final long NAT64_PREFIX = 0x0064_ff9b_0000_0000L;

  /** Returns the IPv4 address with these four bytes. */
  static Address v4(long bytes) {
    return new Address(0, bytes, true);
  }

  /** Returns the IPv6 address with these halves, or the IPv4 address that is mapped into it. */
  static Address v6(long high, long low) {
    boolean mapped = high == 0 && low >>> V4_BITS == 0xffff;
    return mapped ? v4(low & 0xffff_ffffL) : new Address(high, low, false);
  }

  /** Parses an address with or without a port; returns null if the text is none. Host names are not addresses. */
  public static @Nullable Address tryParse(String text) {
    return tryParse(text, 0, text.length());
  }

  /** Parses a part of a text as an address with or without a port; returns null if it is none. */
  public static @Nullable Address tryParse(String text, int from, int to) {
    // A part that is too long is not parsed, and for other parts every search ends with the part.
    return to - from > AddressParser.MAX_LENGTH
        ? null
        : AddressParser.hop(text.substring(from, to));
  }

  /** Parses an address without a port. */
  public static Address parse(String text) {
    Address address = AddressParser.address(text);
    if (address == null) {
      throw new IllegalArgumentException("not an IPv4 or IPv6 address: \"" + text + '"');
    }
    return address;
  }

  /**
   * Returns the IPv4 address that a translator embedded in an IPv6 address of 64:ff9b::/96 (RFC 6052); any other
   * address unchanged. Both are the same host but not the same peer: whether a proxy is trusted must be decided by
   * the address that it really has.
   */
  public Address withoutNat64() {
    boolean translated = !isV4 && high == NAT64_PREFIX && low >>> V4_BITS == 0;
    return translated ? v4(low) : this;
  }

  /** Returns the number of bits. */
  int bits() {
    return isV4 ? V4_BITS : V6_BITS;
  }

  /** Returns the first address of the network with this prefix length that contains this address. */
  public Address network(int prefix) {
    if (prefix < 0 || prefix > bits()) {
      throw new IllegalArgumentException("prefix must be 0 to " + bits() + ", but was " + prefix);
    }
    if (isV4) {
      return v4(low & mask(HALF_BITS - V4_BITS + prefix));
    }
    // Not v6(): the network address must not change to the other family.
    return new Address(
        high & mask(Math.min(prefix, HALF_BITS)),
        low & mask(Math.max(prefix - HALF_BITS, 0)),
        false);
  }

  /** Returns 64 bits of which the first {@code ones} are set. */
  private static long mask(int ones) {
    return ones == 0 ? 0 : -1L << (HALF_BITS - ones);
  }

  /** Returns the dotted form, or the form of RFC 5952 for IPv6. */
  public String text() {
    return isV4 ? dotted() : grouped();
  }

  private String dotted() {
    return octet(24) + "." + octet(16) + "." + octet(8) + "." + octet(0);
  }

  private int octet(int shift) {
    return (int) (low >>> shift) & 0xff;
  }

  private int group(int index) {
    long half = index < GROUPS / 2 ? high : low;
    return (int) ((half >>> (48 - 16 * (index % (GROUPS / 2)))) & 0xffff);
  }

  /** Omits the longest run of zeros, the first of equal ones, if it is longer than one group. */
  private String grouped() {
    int start = -1;
    int length = 1;
    for (int i = 0; i < GROUPS; i++) {
      int run = zeros(i);
      if (run > length) {
        start = i;
        length = run;
      }
    }
    StringBuilder text = new StringBuilder(39);
    for (int i = 0; i < GROUPS; i++) {
      if (i == start) {
        text.append("::");
        i += length - 1;
        continue;
      }
      if (!text.isEmpty() && text.charAt(text.length() - 1) != ':') {
        text.append(':');
      }
      text.append(Integer.toHexString(group(i)));
    }
    return text.toString();
  }

  private int zeros(int from) {
    int end = from;
    while (end < GROUPS && group(end) == 0) {
      end++;
    }
    return end - from;
  }

  @Override
  public String toString() {
    return text();
  }
}
