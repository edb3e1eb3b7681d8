// SPDX-License-Identifier: Apache-2.0
package io.weir.web;

import io.weir.web.address.Address;
import io.weir.web.path.RequestPath;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tells whose request it is. What it gives is taken as it is: {@link RequestLimits} escapes it, so that no value can
 * pass for another, and shortens what is too long for an identifier.
 */
@FunctionalInterface
public interface IdentifierSource {
  /** Who has an IPv6 address has at least this many bits of network, and all addresses in it. */
  int IPV6_PREFIX = 64;

  /** Whose request it is; null or empty if it does not say. */
  @Nullable
  String of(WebRequest request);

  /**
   * The client's address. IPv6 addresses are taken together by their first {@value #IPV6_PREFIX} bits, except for
   * those that stand for one host each, which {@link #ip(TrustedProxies, int)} names.
   */
  static IdentifierSource ip(TrustedProxies proxies) {
    return ip(proxies, IPV6_PREFIX);
  }

  /**
   * The client's address. An IPv4 client behind a translator (64:ff9b::/96) is its IPv4 address, and all bits of an
   * address in ::/64 count: it is the host itself, or has an IPv4 address in it, and nobody has that network.
   *
   * @param ipv6Prefix the bits by which IPv6 addresses are taken together, 1 to 128
   */
  static IdentifierSource ip(TrustedProxies proxies, int ipv6Prefix) {
    if (ipv6Prefix < 1 || ipv6Prefix > 128) {
      throw new IllegalArgumentException("IPv6 prefix must be 1 to 128, but was " + ipv6Prefix);
    }
    return request -> {
      Address client = proxies.clientOf(request);
      if (client == null) {
        return null;
      }
      Address host = client.withoutNat64();
      return host.isV4() || host.high() == 0 || ipv6Prefix == 128
          ? host.text()
          : host.network(ipv6Prefix).text() + '/' + ipv6Prefix;
    };
  }

  /**
   * The value of a header. A blank one says nothing. Requests with several lines of it that differ are all taken for
   * one identifier: whichever of the values the application believes, adding others leads to one more limit, which
   * all such requests share, or to none under {@link Rule.Unidentified#REFUSE}.
   */
  static IdentifierSource header(String name) {
    RequestIdentifiers.requireHeaderName(name);
    return request -> RequestIdentifiers.header(request.headers(name));
  }

  /** The name of the authenticated user. */
  static IdentifierSource principal() {
    return request -> {
      String name = request.principal();
      return name == null || name.isBlank() ? null : name;
    };
  }

  /** The path, in the one form that rules are matched with. */
  static IdentifierSource path() {
    return request -> RequestPath.of(request.path(), null).text();
  }

  /**
   * All of these together, in this order: no two different combinations are one identifier. A part that says nothing
   * gets a mark that no value looks like; if none says anything, the whole does not.
   */
  static IdentifierSource all(IdentifierSource... sources) {
    return RequestIdentifiers.combined(List.of(sources));
  }
}
