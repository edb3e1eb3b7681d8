// SPDX-License-Identifier: Apache-2.0
package io.weir.web.path;

import java.util.ArrayList;
import java.util.List;

/**
 * A pattern for the paths that a rule applies to: {@code /login}; {@code /users/*}, in which the star stands for any
 * one segment; {@code /api/**}, which matches any rest or none.
 */
public final class PathPattern {
  private static final String ANY_SEGMENT = "*";
  private static final String ANY_REST = "**";

  /**
   * These characters usually mean something else than they would here: parameters, a query, a variable, a separator.
   */
  private static final String FORBIDDEN = ";?#{}\\";

  private final String text;
  private final boolean ignoresCase;
  private final String[] segments;
  private final boolean hasOpenEnd;

  private PathPattern(String text, boolean ignoresCase) {
    this.text = text;
    this.ignoresCase = ignoresCase;
    List<String> parts = segments(text);
    this.hasOpenEnd = !parts.isEmpty() && parts.get(parts.size() - 1).equals(ANY_REST);
    this.segments = parts.subList(0, parts.size() - (hasOpenEnd ? 1 : 0)).toArray(String[]::new);
  }

  /** Parses a case-sensitive pattern. */
  public static PathPattern parse(String text) {
    return new PathPattern(text, false);
  }

  /** Returns the same pattern without regard to case. */
  public PathPattern ignoringCase() {
    return new PathPattern(text, true);
  }

  private static List<String> segments(String text) {
    if (!text.startsWith("/")) {
      throw invalid(text, "must begin with /");
    }
    for (int i = 0; i < text.length(); i++) {
      requireAllowed(text, i);
    }
    List<String> parts = new ArrayList<>();
    if (text.length() == 1) {
      return parts;
    }
    int at = 0;
    while (at < text.length()) {
      int end = text.indexOf('/', at + 1);
      end = end < 0 ? text.length() : end;
      parts.add(segment(text, text.substring(at + 1, end), end == text.length()));
      // A slash at the end begins a last, empty segment.
      at = end;
    }
    return parts;
  }

  private static void requireAllowed(String text, int at) {
    char c = text.charAt(at);
    if (FORBIDDEN.indexOf(c) >= 0) {
      throw invalid(text, "must not contain " + c + " (* stands for one segment)");
    }
    if (Character.isISOControl(c)) {
      throw invalid(text, "must not contain control characters");
    }
    // Patterns are compared with decoded paths, in which only slashes stay encoded.
    int escaped = RequestPath.escaped(text, at);
    if (escaped >= 0 && escaped != '/') {
      throw invalid(
          text,
          "must not be encoded as in " + text.substring(at, at + 3)
              + " (write the character itself; only %2F stands for a slash within a segment)");
    }
  }

  private static String segment(String text, String segment, boolean last) {
    if (segment.isEmpty()) {
      throw invalid(text, "must not have an empty segment or end with a slash");
    }
    if (!segment.equals(segment.strip())) {
      throw invalid(text, "must not have spaces around a segment");
    }
    if (segment.equals(".") || segment.equals("..")) {
      throw invalid(text, "must not have a segment . or ..");
    }
    if (segment.equals(ANY_REST) && !last) {
      throw invalid(text, "must use ** only at its end");
    }
    if (segment.indexOf('*') >= 0 && !segment.equals(ANY_SEGMENT) && !segment.equals(ANY_REST)) {
      throw invalid(text, "must use * and ** only as whole segments");
    }
    return RequestPath.normalizeSlashes(segment);
  }

  private static IllegalArgumentException invalid(String text, String why) {
    return new IllegalArgumentException("path " + why + ", but was \"" + text + '"');
  }

  /** Returns whether one of the readings of this path matches. */
  public boolean matches(RequestPath path) {
    if (matches(path.text())) {
      return true;
    }
    for (String reading : path.alternatives()) {
      if (matches(reading)) {
        return true;
      }
    }
    return false;
  }

  private boolean matches(String path) {
    int at = 0;
    for (String segment : segments) {
      if (at + 1 >= path.length()) {
        return false;
      }
      int end = path.indexOf('/', at + 1);
      end = end < 0 ? path.length() : end;
      if (!segment.equals(ANY_SEGMENT) && !equalsSegment(segment, path, at + 1, end)) {
        return false;
      }
      at = end;
    }
    return hasOpenEnd || at == path.length() || (at == 0 && path.length() == 1);
  }

  private boolean equalsSegment(String segment, String path, int from, int to) {
    return segment.length() == to - from
        && path.regionMatches(ignoresCase, from, segment, 0, segment.length());
  }

  @Override
  public String toString() {
    return text;
  }
}
