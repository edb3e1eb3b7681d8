// SPDX-License-Identifier: Apache-2.0
package io.weir.web;

import io.weir.web.address.Address;
import io.weir.web.address.AddressRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Proxies whose {@code X-Forwarded-For} header is trusted. A trusted proxy appends the address of its caller at the
 * right end of the header; the entries further left were written by that caller. So the header is read from the
 * right, past trusted proxies, to the first address that is not one: the client. An entry that is not an address ends
 * the search, and the hop before it is the client. If the peer of the connection is not trusted, its header is
 * ignored.
 */
public final class TrustedProxies {
  private static final String HEADER = "X-Forwarded-For";

  /** Longer chains of trusted proxies are mistakes; what a client writes cannot make the search longer. */
  private static final int MAX_HOPS = 64;

  /** The corresponding bound in characters, for hops separated by many blanks. */
  private static final int MAX_CHARACTERS = 8_192;

  /*
   * The widest private ranges are 10.0.0.0/8 and fc00::/7. A shorter prefix would include large parts of the
   * Internet.
   */
  private static final int MIN_PREFIX_V4 = 8;
  private static final int MIN_PREFIX_V6 = 7;

  private static final TrustedProxies NONE = new TrustedProxies(List.of());

  private final List<AddressRange> ranges;

  private TrustedProxies(List<AddressRange> ranges) {
    this.ranges = ranges;
  }

  /** Trusts no proxy: the client is the peer of the connection. */
  public static TrustedProxies none() {
    return NONE;
  }

  /**
   * Trusts these addresses and ranges, such as {@code 10.0.0.0/8} or {@code ::1}; none wider than 10.0.0.0/8 or
   * fc00::/7.
   */
  public static TrustedProxies of(String... ranges) {
    return of(Arrays.asList(ranges));
  }

  /**
   * Trusts these addresses and ranges, such as {@code 10.0.0.0/8} or {@code ::1}; none wider than 10.0.0.0/8 or
   * fc00::/7.
   */
  public static TrustedProxies of(Collection<String> ranges) {
    List<AddressRange> parsed = new ArrayList<>();
    List<String> faults = new ArrayList<>();
    for (String text : ranges) {
      try {
        AddressRange range = AddressRange.parse(text);
        parsed.add(range);
        if (range.prefix() < minPrefix(range)) {
          faults.add(tooWide(text, range));
        }
      } catch (IllegalArgumentException e) {
        faults.add(String.valueOf(e.getMessage()));
      }
    }
    if (!faults.isEmpty()) {
      throw new IllegalArgumentException("trusted proxies: " + String.join("; ", faults));
    }
    return new TrustedProxies(List.copyOf(parsed));
  }

  private static int minPrefix(AddressRange range) {
    return range.first().isV4() ? MIN_PREFIX_V4 : MIN_PREFIX_V6;
  }

  private static String tooWide(String text, AddressRange range) {
    boolean v4 = range.first().isV4();
    // The prefix of a mapped IPv4 range counts the bits of IPv6.
    int mapped = v4 && text.indexOf(':') >= 0 ? 96 : 0;
    return "trusts so many addresses that clients could forge theirs; the prefix must be "
        + (minPrefix(range) + mapped) + " to " + ((v4 ? 32 : 128) + mapped) + ": \"" + text + '"';
  }

  /** Returns whether this address belongs to a trusted proxy. */
  public boolean trusts(Address address) {
    for (int i = 0; i < ranges.size(); i++) {
      if (ranges.get(i).contains(address)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the address of the client; empty if the connection has none. */
  public Optional<Address> client(WebRequest request) {
    return Optional.ofNullable(clientOf(request));
  }

  @Nullable
  Address clientOf(WebRequest request) {
    String remote = request.remoteAddress();
    Address peer = remote == null ? null : Address.tryParse(remote);
    return peer == null || !trusts(peer) ? peer : walkHops(peer, request.headers(HEADER));
  }

  /** Reads from the last line to the first; several lines are one list. */
  private Address walkHops(Address peer, List<String> lines) {
    Address client = peer;
    int hops = 0;
    int characters = 0;
    for (int i = lines.size() - 1; i >= 0; i--) {
      String line = lines.get(i);
      int end = line.length();
      while (end >= 0) {
        int start = entryStart(line, end, MAX_CHARACTERS - characters);
        characters += end - start + 1;
        if (++hops > MAX_HOPS || characters > MAX_CHARACTERS) {
          return client;
        }
        Address hop = hop(line, start, end);
        if (hop == null) {
          return client;
        }
        client = hop;
        if (!trusts(hop)) {
          return client;
        }
        end = start - 1;
      }
    }
    return client;
  }

  /** Returns the start of the entry that ends here, but at most {@code maxCharacters} to the left. */
  private static int entryStart(String line, int end, int maxCharacters) {
    int minStart = Math.max(0, end - maxCharacters);
    int start = end;
    while (start > minStart && line.charAt(start - 1) != ',') {
      start--;
    }
    return start;
  }

  private static @Nullable Address hop(String line, int start, int end) {
    int from = start;
    int to = end;
    while (from < to && isBlank(line.charAt(from))) {
      from++;
    }
    while (from < to && isBlank(line.charAt(to - 1))) {
      to--;
    }
    return Address.tryParse(line, from, to);
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }

  @Override
  public String toString() {
    return ranges.toString();
  }
}
