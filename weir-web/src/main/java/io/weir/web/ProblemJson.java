// SPDX-License-Identifier: Apache-2.0
package io.weir.web;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** A writer of problem details in JSON (RFC 9457). */
final class ProblemJson {
  private final StringBuilder json;

  private ProblemJson(int status, String title, String detail) {
    json = new StringBuilder(192).append("{\"type\":\"about:blank\"");
    with("title", title).with("status", status).with("detail", detail);
  }

  /** Creates a problem with this status. */
  public static ProblemJson of(int status, String title, String detail) {
    return new ProblemJson(status, title, detail);
  }

  /** Adds a member. */
  public ProblemJson with(String name, String value) {
    json.append(",\"").append(name).append("\":\"");
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < ' ' || c == 127 || Character.isSurrogate(c)) {
        json.append("\\u").append(HexFormat.of().toHexDigits(c));
      } else {
        json.append(c);
      }
    }
    json.append('"');
    return this;
  }

  /** Adds a member. */
  public ProblemJson with(String name, long value) {
    json.append(",\"").append(name).append("\":").append(value);
    return this;
  }

  /** Returns the complete document. */
  public byte[] bytes() {
    return (json + "}").getBytes(StandardCharsets.UTF_8);
  }
}
