// SPDX-License-Identifier: Apache-2.0
package io.weir.web.address;

import org.jspecify.annotations.Nullable;

/**
 * An IPv4 or IPv6 address. However it was written, there is one value and one text for it: an IPv4 address mapped
 * into IPv6 is the IPv4 address, and zones are dropped, since they mean something on one machine only.
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

  /** An IPv4 address by its four bytes. */
  static Address v4(long bytes) {
    return new Address(0, bytes, true);
  }

  /** An IPv6 address by its halves, or the IPv4 address that is mapped into it. */
  static Address v6(long high, long low) {
    boolean mapped = high == 0 && low >>> V4_BITS == 0xffff;
    return mapped ? v4(low & 0xffff_ffffL) : new Address(high, low, false);
  }

  /** The address that this text is, with or without a port; null if it is none. Host names are none. */
  public static @Nullable Address tryParse(String text) {
    return tryParse(text, 0, text.length());
  }

  /** The address that this part of a text is, with or without a port; null if it is none. */
  public static @Nullable Address tryParse(String text, int from, int to) {
    // A part that is too long is not looked at, and a search in one that is not ends with it.
    return to - from > AddressParser.MAX_LENGTH
        ? null
        : AddressParser.hop(text.substring(from, to));
  }

  /** The address that this text is, without a port. */
  public static Address parse(String text) {
    Address address = AddressParser.address(text);
    if (address == null) {
      throw new IllegalArgumentException("not an IPv4 or IPv6 address: \"" + text + '"');
    }
    return address;
  }

  /**
   * The IPv4 address that a translator wrote into an IPv6 address of 64:ff9b::/96 (RFC 6052); any other address as it
   * is. The two are one host but not one peer: whether a proxy is trusted must be asked of the address that it really
   * has.
   */
  public Address withoutNat64() {
    boolean translated = !isV4 && high == NAT64_PREFIX && low >>> V4_BITS == 0;
    return translated ? v4(low) : this;
  }

  /** How many bits it has. */
  int bits() {
    return isV4 ? V4_BITS : V6_BITS;
  }

  /** The first address of the network of this many bits that it is in. */
  public Address network(int prefix) {
    if (prefix < 0 || prefix > bits()) {
      throw new IllegalArgumentException("prefix must be 0 to " + bits() + ", but was " + prefix);
    }
    if (isV4) {
      return v4(low & mask(HALF_BITS - V4_BITS + prefix));
    }
    // Not v6(): what is left of an address must not turn into another family.
    return new Address(
        high & mask(Math.min(prefix, HALF_BITS)),
        low & mask(Math.max(prefix - HALF_BITS, 0)),
        false);
  }

  /** Ones in the first so many of 64 bits. */
  private static long mask(int ones) {
    return ones == 0 ? 0 : -1L << (HALF_BITS - ones);
  }

  /** In dotted form, or as RFC 5952 writes IPv6. */
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

  /** The longest run of zeros, the first of equal ones, is left out if it is longer than one group. */
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
