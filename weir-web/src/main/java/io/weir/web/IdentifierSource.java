// SPDX-License-Identifier: Apache-2.0
package io.weir.web;

import io.weir.web.address.Address;
import io.weir.web.path.RequestPath;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Determines the identifier to which a request is counted. Any value may be returned: {@link RequestLimits} escapes
 * it, so that no value can be mistaken for another, and shortens values that are too long for an identifier.
 */
@FunctionalInterface
public interface IdentifierSource {
  /**
   * The default prefix length. An IPv6 client has a network of at least this size, and can use all addresses in it.
   */
  int IPV6_PREFIX = 64;

  /** Returns the identifier of a request; null or empty if the request has none. */
  @Nullable
  String of(WebRequest request);

  /**
   * Identifies requests by the client's address. IPv6 addresses are grouped by their first {@value #IPV6_PREFIX}
   * bits, except for those that identify a single host, which {@link #ip(TrustedProxies, int)} lists.
   */
  static IdentifierSource ip(TrustedProxies proxies) {
    return ip(proxies, IPV6_PREFIX);
  }

  /**
   * Identifies requests by the client's address. An IPv4 client behind a translator (64:ff9b::/96) is identified by
   * its IPv4 address. For addresses in ::/64 all bits count: such an address is the host itself or contains an IPv4
   * address, and the network is not assigned to a client.
   *
   * @param ipv6Prefix the number of bits by which IPv6 addresses are grouped, 1 to 128
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
   * Identifies requests by the value of a header. A blank value counts as missing. All requests in which the header
   * occurs several times with different values share one identifier: whichever of the values the application uses,
   * adding others leads to one additional limit that all such requests share, or to a refusal under {@link
   * Rule.Unidentified#REFUSE}.
   */
  static IdentifierSource header(String name) {
    RequestIdentifiers.requireHeaderName(name);
    return request -> RequestIdentifiers.header(request.headers(name));
  }

  /** Identifies requests by the name of the authenticated user. */
  static IdentifierSource principal() {
    return request -> {
      String name = request.principal();
      return name == null || name.isBlank() ? null : name;
    };
  }

  /** Identifies requests by their path, in the normalized form that rules are matched against. */
  static IdentifierSource path() {
    return request -> RequestPath.of(request.path(), null).text();
  }

  /**
   * Combines several sources, in this order: different combinations never yield the same identifier. A missing part
   * is replaced by a mark that no value can equal; if all parts are missing, so is the identifier.
   */
  static IdentifierSource all(IdentifierSource... sources) {
    return RequestIdentifiers.combined(List.of(sources));
  }
}
