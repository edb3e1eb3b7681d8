// SPDX-License-Identifier: Apache-2.0
package io.weir.web.address;

import org.jspecify.annotations.Nullable;

/**
 * A range of addresses with a common prefix.
 *
 * @param first the first address
 * @param prefix the number of common bits
 */
public record AddressRange(Address first, int prefix) {
  private static final int MAPPED_BITS = 96;

  public AddressRange {
    if (!first.network(prefix).equals(first)) {
      throw new IllegalArgumentException("the range " + first + '/' + prefix
          + " has bits set beyond its prefix: write " + first.network(prefix) + '/' + prefix
          + " or the address alone");
    }
  }

  /** Parses one address, or a range such as {@code 10.0.0.0/8} or {@code 2001:db8::/32}. */
  public static AddressRange parse(String text) {
    int slash = text.indexOf('/');
    Address first = AddressParser.address(slash < 0 ? text : text.substring(0, slash));
    if (first == null) {
      throw invalid(text, "not an IPv4 or IPv6 address or range (host names are not looked up)");
    }
    if (slash < 0) {
      return new AddressRange(first, first.bits());
    }
    // The prefix of a mapped IPv4 range counts the bits of IPv6.
    boolean mapped = first.isV4() && text.indexOf(':') >= 0;
    int prefix = number(text, slash + 1) - (mapped ? MAPPED_BITS : 0);
    if (prefix < 0 || prefix > first.bits()) {
      int minPrefix = mapped ? MAPPED_BITS : 0;
      throw invalid(text, "the prefix must be " + minPrefix + " to " + (minPrefix + first.bits()));
    }
    return new AddressRange(first, prefix);
  }

  private static int number(String text, int from) {
    int value = 0;
    int digits = text.length() - from;
    for (int i = from; i < text.length(); i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9 || digits > 3 || (digits > 1 && text.charAt(from) == '0')) {
        throw invalid(text, "the prefix must be a whole number");
      }
      value = value * 10 + digit;
    }
    return digits == 0 ? -1 : value;
  }

  private static IllegalArgumentException invalid(String text, String why) {
    return new IllegalArgumentException(why + ": \"" + text + '"');
  }

  /** Returns whether the range contains the address. No IPv4 address is in an IPv6 range. */
  public boolean contains(@Nullable Address address) {
    return address != null
        && address.isV4() == first.isV4()
        && address.network(prefix).equals(first);
  }

  @Override
  public String toString() {
    return prefix == first.bits() ? first.text() : first.text() + '/' + prefix;
  }
}
