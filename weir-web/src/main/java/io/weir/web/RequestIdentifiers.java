// SPDX-License-Identifier: Apache-2.0
package io.weir.web;

import io.weir.web.path.RequestPath;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Derives identifiers from requests. */
final class RequestIdentifiers {
  /** No header can contain its first character, and {@link #header} passes on no value that does. */
  private static final String AMBIGUOUS = "\0several";

  private RequestIdentifiers() {}

  /** Several sources combined into one. */
  private record CombinedSource(List<IdentifierSource> sources) implements IdentifierSource {
    @Override
    public @Nullable String of(WebRequest request) {
      return of(request, false);
    }

    @Nullable
    String of(WebRequest request, boolean isStrict) {
      StringBuilder joined = new StringBuilder();
      boolean isKnown = false;
      for (int i = 0; i < sources.size(); i++) {
        joined.append(i == 0 ? "" : ":");
        String value = sources.get(i).of(request);
        if (value == null || value.isEmpty()) {
          joined.append(IdentifierText.UNKNOWN);
        } else {
          joined.append(IdentifierText.part(value));
          isKnown |= !(isStrict && value.equals(AMBIGUOUS));
        }
      }
      return isKnown ? joined.toString() : null;
    }
  }

  /** A request with a path in lower case, so that changing its case yields no other identifier. */
  private record LowerCaseRequest(
      WebRequest request, String path, @Nullable String rawPath) implements WebRequest {
    @Override
    public String method() {
      return request.method();
    }

    @Override
    public List<String> headers(String name) {
      return request.headers(name);
    }

    @Override
    public @Nullable String remoteAddress() {
      return request.remoteAddress();
    }

    @Override
    public @Nullable String principal() {
      return request.principal();
    }
  }

  /** Returns the same request with its path in lower case. */
  static WebRequest ignoringCase(WebRequest request) {
    String raw = request.rawPath();
    return new LowerCaseRequest(
        request,
        RequestPath.lowerCase(request.path()),
        raw == null ? null : RequestPath.lowerCase(raw));
  }

  static IdentifierSource combined(List<IdentifierSource> sources) {
    if (sources.isEmpty()) {
      throw new IllegalArgumentException(
          "at least 1 identifier source is required, but there were 0");
    }
    List<IdentifierSource> flat = new ArrayList<>();
    for (IdentifierSource source : sources) {
      if (source instanceof CombinedSource inner) {
        flat.addAll(inner.sources());
      } else {
        flat.add(source);
      }
    }
    return new CombinedSource(List.copyOf(flat));
  }

  /**
   * Returns the identifier of a request, or null if it has none.
   *
   * @param isStrict whether a request with ambiguous values counts as unidentified
   */
  static @Nullable String of(IdentifierSource source, WebRequest request, boolean isStrict) {
    if (source instanceof CombinedSource combinedSource) {
      String joined = combinedSource.of(request, isStrict);
      return joined == null ? null : IdentifierText.bounded(joined);
    }
    String value = source.of(request);
    if (value == null || value.isEmpty() || (isStrict && value.equals(AMBIGUOUS))) {
      return null;
    }
    return IdentifierText.of(value);
  }

  static @Nullable String header(List<String> values) {
    if (values.isEmpty()) {
      return null;
    }
    String first = values.get(0).strip();
    for (int i = 1; i < values.size(); i++) {
      if (!values.get(i).strip().equals(first)) {
        return AMBIGUOUS;
      }
    }
    if (first.indexOf('\0') >= 0) {
      return AMBIGUOUS;
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
      throw new IllegalArgumentException("not a valid header name: \"" + name + '"');
    }
  }
}
