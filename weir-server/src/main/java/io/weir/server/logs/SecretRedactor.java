// SPDX-License-Identifier: Apache-2.0
package io.weir.server.logs;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Removes secrets from text that will be shown. If in doubt, it removes too much rather than too little. */
public final class SecretRedactor {
  /** The replacement for a secret. */
  public static final String REDACTED = "***";

  /** A bearer token in a header, up to its end. */
  private static final Pattern BEARER = Pattern.compile("(?i)\\bbearer\\s+[^\\s\"',]+");

  /** A root key. A capital letter or a digit is required, so that names of metrics and tables stay readable. */
  private static final Pattern ROOT_KEY =
      Pattern.compile("\\b(weir|unkey)_(?=[A-Za-z0-9_-]*[A-Z0-9])[A-Za-z0-9_-]{12,}");

  /**
   * The credentials in a URL, up to the last {@code @} that could end them, because a password may contain that
   * character too.
   */
  private static final Pattern CREDENTIALS = Pattern.compile("://[^\\s\"]*@");

  private static final Pattern PARAMETER = Pattern.compile(
      "(?i)((?:password|passwd|pwd|secret|token|root[-_]?key)\\w*\"?\\s*[=:]\\s*\"?)[^\\s&;)\"']+");

  private static final Pattern SCHEME = Pattern.compile("[a-z0-9+:-]+://|jdbc:[a-z0-9]+:");

  private static final Pattern HOST_AND_PORT = Pattern.compile("[A-Za-z0-9.-]+:[0-9]{1,5}");

  private SecretRedactor() {}

  /** Returns the text without what looks like a root key, a token or a password. */
  public static String redact(String text) {
    String hidden = text;
    if (hidden.contains("://")) {
      hidden = CREDENTIALS.matcher(hidden).replaceAll("://" + REDACTED + "@");
    }
    hidden = BEARER.matcher(hidden).replaceAll("Bearer " + REDACTED);
    hidden = ROOT_KEY.matcher(hidden).replaceAll("$1_" + REDACTED);
    return PARAMETER.matcher(hidden).replaceAll("$1" + REDACTED);
  }

  /**
   * Returns the address of a store without user, password and parameters; hides nearly all of a text that is not an
   * address.
   */
  public static String redactAddress(String address) {
    Matcher start = SCHEME.matcher(address);
    if (!start.lookingAt()) {
      return HOST_AND_PORT.matcher(address).matches() ? address : REDACTED;
    }
    String scheme = start.group();
    if (!scheme.endsWith("//")) {
      return scheme + REDACTED;
    }
    String rest = address.substring(start.end());
    int parameters = firstOf(rest, "?;#");
    String place = rest.substring(0, parameters);
    if (rest.indexOf('@', parameters) >= 0) {
      // The @ may belong to a password that contains any of these characters.
      return scheme + REDACTED;
    }
    int at = place.lastIndexOf('@');
    return scheme
        + (at < 0 ? "" : REDACTED)
        + place.substring(Math.max(at, 0))
        + (parameters < rest.length() ? rest.charAt(parameters) + REDACTED : "");
  }

  private static int firstOf(String text, String chars) {
    for (int i = 0; i < text.length(); i++) {
      if (chars.indexOf(text.charAt(i)) >= 0) {
        return i;
      }
    }
    return text.length();
  }
}
