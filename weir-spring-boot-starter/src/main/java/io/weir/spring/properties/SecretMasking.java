// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.properties;

import java.net.URI;
import java.net.URISyntaxException;
import org.jspecify.annotations.Nullable;

/** Removes passwords from texts. */
final class SecretMasking {
  private static final String JDBC = "jdbc:";

  private SecretMasking() {}

  /**
   * Returns an address without user, password, path and parameters: its scheme, and its host if it can be identified
   * with certainty. Passwords may occur in any other part, and may look like another part.
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
