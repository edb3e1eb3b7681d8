// SPDX-License-Identifier: Apache-2.0
package io.weir.web;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes identifiers of values so that different values never meet in one.
 *
 * <p>A backslash begins every escape: {@code \\} and {@code \:} are the characters themselves, {@code \}{@code uXXXX} is a
 * control character or half a surrogate pair, {@code \?} stands for no value, and {@code \#} comes before the digest of what was
 * too long. Values have their backslashes escaped, so none of them can look like the last two.
 */
final class Identifiers {
  /** Of a request that does not say whose it is. */
  static final String UNKNOWN = "\\?";

  /** As in the v2 API: code points. */
  private static final int LONGEST = 512;

  private static final String DIGEST_MARK = "\\#";

  /** Leaves room for the mark and 64 digits of SHA-256, and is long enough for patterns of overrides that begin with it. */
  private static final int KEPT = LONGEST - 66;

  /** No header can hold the first character of it, and {@link #header} lets none through that does. */
  private static final String SEVERAL = "\0several";

  private Identifiers() {}

  /** Several sources in one. */
  private record Combined(List<IdentifierSource> sources) implements IdentifierSource {
    @Override
    public @Nullable String of(WebRequest request) {
      StringBuilder joined = new StringBuilder();
      boolean isKnown = false;
      for (int i = 0; i < sources.size(); i++) {
        joined.append(i == 0 ? "" : ":");
        String value = sources.get(i).of(request);
        if (value == null || value.isEmpty()) {
          joined.append(UNKNOWN);
        } else {
          joined.append(escape(value));
          isKnown = true;
        }
      }
      return isKnown ? joined.toString() : null;
    }
  }

  static IdentifierSource combined(List<IdentifierSource> sources) {
    if (sources.isEmpty()) {
      throw new IllegalArgumentException("identifier sources must be at least 1, but were 0");
    }
    List<IdentifierSource> flat = new ArrayList<>();
    for (IdentifierSource source : sources) {
      if (source instanceof Combined inner) {
        flat.addAll(inner.sources());
      } else {
        flat.add(source);
      }
    }
    return new Combined(List.copyOf(flat));
  }

  /** The identifier of whose request it is; null if it does not say. */
  static @Nullable String of(IdentifierSource source, WebRequest request) {
    String value = source.of(request);
    if (value == null || value.isEmpty()) {
      return null;
    }
    return bounded(source instanceof Combined ? value : escape(value));
  }

  static @Nullable String header(List<String> values) {
    if (values.isEmpty()) {
      return null;
    }
    String first = values.get(0).strip();
    for (int i = 1; i < values.size(); i++) {
      if (!values.get(i).strip().equals(first)) {
        return SEVERAL;
      }
    }
    if (first.indexOf('\0') >= 0) {
      return SEVERAL;
    }
    return first.isEmpty() ? null : first;
  }

  static void requireHeaderName(String name) {
    boolean good = !name.isEmpty() && name.length() <= 256;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      good &= c > ' ' && c < 127 && "\"(),/:;<=>?@[\\]{}".indexOf(c) < 0;
    }
    if (!good) {
      throw new IllegalArgumentException("not a header's name: \"" + name + '"');
    }
  }

  static String escape(String value) {
    int plain = 0;
    while (plain < value.length() && isPlain(value, plain)) {
      plain++;
    }
    if (plain == value.length()) {
      return value;
    }
    StringBuilder escaped = new StringBuilder(value.length() + 16).append(value, 0, plain);
    for (int i = plain; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '\\' || c == ':') {
        escaped.append('\\').append(c);
      } else if (isPlain(value, i)) {
        escaped.append(c);
      } else {
        escaped.append("\\u").append(HexFormat.of().toHexDigits(c));
      }
    }
    return escaped.toString();
  }

  /** Whether a character stands for itself. Half a surrogate pair does not: it is lost when text becomes bytes. */
  private static boolean isPlain(String value, int at) {
    char c = value.charAt(at);
    if (Character.isHighSurrogate(c)) {
      return at + 1 < value.length() && Character.isLowSurrogate(value.charAt(at + 1));
    }
    if (Character.isLowSurrogate(c)) {
      return at > 0 && Character.isHighSurrogate(value.charAt(at - 1));
    }
    return c != '\\' && c != ':' && c >= ' ' && c != 127;
  }

  /** What is too long keeps its beginning; a digest of the whole stands for the rest. */
  static String bounded(String escaped) {
    if (escaped.length() <= LONGEST || escaped.codePointCount(0, escaped.length()) <= LONGEST) {
      return escaped;
    }
    int end = escaped.offsetByCodePoints(0, KEPT);
    // No escape is cut in two: the backslash of one would spoil the mark.
    int backslashes = 0;
    while (backslashes < end && escaped.charAt(end - 1 - backslashes) == '\\') {
      backslashes++;
    }
    end -= backslashes % 2;
    return escaped.substring(0, end) + DIGEST_MARK + HexFormat.of().formatHex(digest(escaped));
  }

  private static byte[] digest(String text) {
    ByteBuffer bytes = ByteBuffer.allocate(2 * text.length());
    bytes.asCharBuffer().put(text);
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes.array());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
