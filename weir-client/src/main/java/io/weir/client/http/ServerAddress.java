// SPDX-License-Identifier: Apache-2.0
package io.weir.client.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Where requests go, and how long one may take.
 *
 * @param base the server, with the path that stands before all others
 * @param rootKey who asks; never shown
 * @param timeoutNanos when an outcome is there at the latest
 * @param retries how often a request is tried again that could not be sent
 */
public record ServerAddress(URI base, String rootKey, long timeoutNanos, int retries) {
  /** Longer than any key, and short enough for every server's headers. */
  public static final int MAX_KEY_LENGTH = 1_024;

  /** The address that a text stands for. */
  public static URI parse(String url) {
    try {
      return new URI(url);
    } catch (URISyntaxException e) {
      // Neither the text nor the cause is shown: there may be a password in it.
      throw new IllegalArgumentException("baseUrl is not a valid URL: " + e.getReason());
    }
  }

  /** What is wrong with an address. */
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

  /** Whether this can be sent as a key. */
  public static boolean isValidKey(String text) {
    return !text.isEmpty()
        && text.length() <= MAX_KEY_LENGTH
        && text.chars().allMatch(c -> c > ' ' && c <= '~');
  }

  /** Where an operation is asked for. */
  public URI uriFor(String operation) {
    String text = base.toString();
    int end = text.length();
    while (text.charAt(end - 1) == '/') {
      end--;
    }
    return URI.create(text.substring(0, end) + "/v2/ratelimit." + operation);
  }

  /** The same text without the key, should somebody have put it there. */
  public String redactKey(String text) {
    return text.replace(rootKey, "***");
  }

  @Override
  public String toString() {
    return "Route[base=" + base + ", timeoutNanos=" + timeoutNanos + ", retries=" + retries + "]";
  }
}
