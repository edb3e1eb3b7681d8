// SPDX-License-Identifier: Apache-2.0
package io.weir.client.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The server's address, and how requests are sent to it.
 *
 * @param base the server's URI; its path is the prefix of all operations
 * @param rootKey the key that authenticates requests; never shown
 * @param timeoutNanos the time-out of a request
 * @param retries how often a request that could not be sent is retried
 */
public record ServerAddress(URI base, String rootKey, long timeoutNanos, int retries) {
  /** Longer than any key, and short enough for every server's header limit. */
  public static final int MAX_KEY_LENGTH = 1_024;

  /** Parses an address. */
  public static URI parse(String url) {
    try {
      return new URI(url);
    } catch (URISyntaxException e) {
      // Neither the text nor the cause is included: they may contain a password.
      throw new IllegalArgumentException("baseUrl is not a valid URL: " + e.getReason());
    }
  }

  /** Returns the faults of an address; empty if it is valid. */
  public static List<String> faults(URI url) {
    List<String> faults = new ArrayList<>();
    String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      faults.add("baseUrl must begin with http:// or https://");
    } else if (url.getHost() == null || url.getPort() > 65_535) {
      faults.add(
          "baseUrl must have a host (letters, digits, - and . only), and a port, if any, of at most 65535");
    }
    if (url.getRawUserInfo() != null
        || (url.getRawAuthority() != null && url.getRawAuthority().contains("@"))) {
      faults.add("baseUrl must not contain a user or password");
    }
    if (url.getRawQuery() != null || url.getRawFragment() != null) {
      faults.add("baseUrl must not contain a query or fragment");
    }
    return faults;
  }

  /** Returns whether the text can be sent as a key. */
  public static boolean isValidKey(String text) {
    return !text.isEmpty()
        && text.length() <= MAX_KEY_LENGTH
        && text.chars().allMatch(c -> c > ' ' && c <= '~');
  }

  /** Returns the URI of an operation. */
  public URI uriFor(String operation) {
    String text = base.toString();
    int end = text.length();
    while (text.charAt(end - 1) == '/') {
      end--;
    }
    return URI.create(text.substring(0, end) + "/v2/ratelimit." + operation);
  }

  /** Returns the text with the key removed, in case it contains it. */
  public String redactKey(String text) {
    return text.replace(rootKey, "***");
  }

  @Override
  public String toString() {
    return "ServerAddress[base=" + base + ", timeoutNanos=" + timeoutNanos + ", retries=" + retries
        + "]";
  }
}
