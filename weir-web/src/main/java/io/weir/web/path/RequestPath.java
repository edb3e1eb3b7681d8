// SPDX-License-Identifier: Apache-2.0
package io.weir.web.path;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A request's path in normalized form: no empty segments, no path parameters, dot segments resolved, no slash at the
 * end.
 *
 * <p>Where frameworks differ in how they read a path, it has alternative readings: with dot segments as names, with
 * an encoded slash as a slash, with a semicolon as part of a name, and all of these for the path as the client sent
 * it, decoded once. A rule applies if it matches any reading. So a path that the application treats as {@code /login}
 * cannot be written in a way that evades the rule for {@code /login}.
 */
public final class RequestPath {
  private static final String ROOT = "/";

  /** The only escape that stays encoded within a segment. */
  private static final String SLASH = "%2F";

  private final String text;
  private final List<String> alternatives;

  private RequestPath(String text, List<String> alternatives) {
    this.text = text;
    this.alternatives = alternatives;
  }

  /**
   * Parses a path, decoded, without query.
   *
   * @param raw the path as the client sent it, not decoded, if known
   */
  public static RequestPath of(String decoded, @Nullable String raw) {
    boolean plain = isNormalized(decoded);
    if (plain && (raw == null || raw.equals(decoded))) {
      return new RequestPath(decoded, List.of());
    }
    Set<String> readings = new LinkedHashSet<>();
    read(decoded, readings);
    if (raw != null) {
      read(decode(raw), readings);
      // Parameters end at the next slash of the text that the client sent: a decoded semicolon
      // begins none.
      read(decode(withoutParameters(raw)), readings);
    }
    String first = readings.iterator().next();
    readings.remove(first);
    return new RequestPath(first, List.copyOf(readings));
  }

  private static void read(String path, Set<String> readings) {
    // An encoded semicolon is part of a name, and a plain one begins parameters. After decoding,
    // the two cannot be
    // distinguished.
    readWithoutSegments(withoutParameters(path), readings);
    readWithoutSegments(path, readings);
  }

  private static void readWithoutSegments(String written, Set<String> readings) {
    String path = normalizeSlashes(written);
    readings.add(normalize(path, true));
    readings.add(normalize(path, false));
    if (path.contains(SLASH)) {
      String divided = path.replace(SLASH, ROOT);
      readings.add(normalize(divided, true));
      readings.add(normalize(divided, false));
    }
  }

  /** Normalizes the two spellings of an encoded slash, which mean the same path. */
  static String normalizeSlashes(String path) {
    return path.replace("%2f", SLASH);
  }

  private static String withoutParameters(String path) {
    if (path.indexOf(';') < 0) {
      return path;
    }
    StringBuilder left = new StringBuilder(path.length());
    boolean isParameter = false;
    for (int i = 0; i < path.length(); i++) {
      char c = path.charAt(i);
      isParameter = c == ';' || (isParameter && c != '/');
      if (!isParameter) {
        left.append(c);
      }
    }
    return left.toString();
  }

  /** Returns the normalized path. */
  public String text() {
    return text;
  }

  /** Returns the alternative readings. */
  List<String> alternatives() {
    return alternatives;
  }

  /** Returns whether the path is already normalized and has only one reading. Most paths are. */
  private static boolean isNormalized(String path) {
    int length = path.length();
    if (length == 0 || path.charAt(0) != '/') {
      return false;
    }
    for (int i = 0; i < length; i++) {
      char c = path.charAt(i);
      if (c == ';' || c == '%') {
        return false;
      }
      if (c == '/') {
        char next = i + 1 < length ? path.charAt(i + 1) : '/';
        if ((next == '/' && length > 1) || next == '.') {
          return false;
        }
      }
    }
    return true;
  }

  private static String normalize(String path, boolean resolves) {
    StringBuilder normal = new StringBuilder(path.length() + 1);
    int at = 0;
    while (at < path.length()) {
      int end = path.indexOf('/', at);
      end = end < 0 ? path.length() : end;
      add(path.substring(at, end), resolves, normal);
      at = end + 1;
    }
    return normal.isEmpty() ? ROOT : normal.toString();
  }

  private static void add(String segment, boolean resolves, StringBuilder normal) {
    if (segment.isEmpty() || (resolves && segment.equals("."))) {
      return;
    }
    if (resolves && segment.equals("..")) {
      normal.setLength(Math.max(0, normal.lastIndexOf(ROOT)));
      return;
    }
    normal.append('/').append(segment);
  }

  /**
   * Decodes a path as the client sent it, once. An encoded slash stays as it is, since it does not separate segments;
   * so does text that is not a valid escape.
   */
  public static String decode(String raw) {
    if (raw.indexOf('%') < 0) {
      return raw;
    }
    StringBuilder decoded = new StringBuilder(raw.length());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int at = 0;
    while (at < raw.length()) {
      int value = escaped(raw, at);
      if (value >= 0 && value != '/') {
        bytes.write(value);
        at += 3;
        continue;
      }
      decoded.append(bytes.toString(StandardCharsets.UTF_8)).append(raw.charAt(at));
      bytes.reset();
      at++;
    }
    return decoded.append(bytes.toString(StandardCharsets.UTF_8)).toString();
  }

  /**
   * Converts a path to lower case so that paths which a case-insensitive pattern treats as equal become the same
   * text. {@link String#toLowerCase} does not guarantee that: for a dotless i the two differ.
   */
  public static String lowerCase(String path) {
    StringBuilder lower = new StringBuilder(path.length());
    path.codePoints()
        .map(c -> Character.toLowerCase(Character.toUpperCase(c)))
        .forEach(lower::appendCodePoint);
    return lower.toString();
  }

  /** Returns the byte encoded by the escape at this position, or -1 if there is none. */
  static int escaped(String raw, int at) {
    if (raw.charAt(at) != '%' || at + 2 >= raw.length()) {
      return -1;
    }
    int high = hex(raw.charAt(at + 1));
    int low = hex(raw.charAt(at + 2));
    return high < 0 || low < 0 ? -1 : (high << 4) | low;
  }

  private static int hex(char c) {
    return c < 128 ? Character.digit(c, 16) : -1;
  }

  @Override
  public String toString() {
    return text;
  }
}
