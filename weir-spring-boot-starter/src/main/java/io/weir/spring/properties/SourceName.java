// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.properties;

import io.weir.web.IdentifierSource;
import io.weir.web.TrustedProxies;
import java.util.Locale;

/** A value of a rule's property {@code identifier}. */
public sealed interface SourceName {
  /** The client's address. */
  record Ip() implements SourceName {}

  /** The authenticated user. */
  record Principal() implements SourceName {}

  /** The path. */
  record Path() implements SourceName {}

  /**
   * A header.
   *
   * @param name the header's name
   */
  record HeaderSource(String name) implements SourceName {}

  /** Parses {@code ip}, {@code principal}, {@code path} or {@code header:NAME}. */
  static SourceName parse(String text) {
    String plain = text.strip();
    if (plain.regionMatches(true, 0, "header:", 0, 7)) {
      String name = plain.substring(7).strip();
      IdentifierSource unused = IdentifierSource.header(name);
      return new HeaderSource(name);
    }
    return switch (plain.toLowerCase(Locale.ROOT)) {
      case "ip" -> new Ip();
      case "principal" -> new Principal();
      case "path" -> new Path();
      default -> throw new IllegalArgumentException("must be ip, principal, path or header:NAME");
    };
  }

  /** Returns the corresponding source. */
  default IdentifierSource source(TrustedProxies proxies, int ipv6Prefix) {
    if (this instanceof Principal) {
      return IdentifierSource.principal();
    }
    if (this instanceof Path) {
      return IdentifierSource.path();
    }
    return this instanceof HeaderSource headerSource
        ? IdentifierSource.header(headerSource.name())
        : IdentifierSource.ip(proxies, ipv6Prefix);
  }
}
