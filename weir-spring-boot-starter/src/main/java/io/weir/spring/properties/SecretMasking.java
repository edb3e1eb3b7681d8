// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.properties;

import java.net.URI;
import java.net.URISyntaxException;
import org.jspecify.annotations.Nullable;

/** Keeps passwords out of texts. */
final class SecretMasking {
  private static final String JDBC = "jdbc:";

  private SecretMasking() {}

  /**
   * An address without user, password, path and parameters: its scheme, and its host if there surely is one.
   * Passwords may stand in any other part, and may be written so that they look like one.
   */
  static String masked(@Nullable String address) {
    if (address == null) {
      return "none";
    }
    String prefix = address.startsWith(JDBC) ? JDBC : "";
    String rest = address.substring(prefix.length());
    int colon = rest.indexOf(':');
    String scheme = prefix + (colon < 0 ? "" : rest.substring(0, colon + 1));
    try {
      URI uri = new URI(rest);
      if (uri.getHost() == null) {
        return scheme + "...";
      }
      return scheme + "//" + uri.getHost() + (uri.getPort() < 0 ? "" : ":" + uri.getPort());
    } catch (URISyntaxException e) {
      return scheme + "...";
    }
  }
}
