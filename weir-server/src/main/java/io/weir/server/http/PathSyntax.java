// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http;

import io.weir.server.json.Utf8Validator;
import java.net.URI;
import java.net.URISyntaxException;

/** Distinguishes a path that matches no endpoint from a malformed one. */
final class PathSyntax {
  private PathSyntax() {}

  /** Returns whether this is printable ASCII whose percent escapes, if any, are complete and encode UTF-8. */
  static boolean isValidPath(String path) {
    byte[] bytes = new byte[path.length()];
    int length = 0;
    for (int i = 0; i < path.length(); i++) {
      char each = path.charAt(i);
      if (each <= ' ' || each > '~') {
        return false;
      }
      if (each == '%') {
        if (i + 2 >= path.length() || hex(path, i + 1) < 0 || hex(path, i + 2) < 0) {
          return false;
        }
        bytes[length++] = (byte) (hex(path, i + 1) << 4 | hex(path, i + 2));
        i += 2;
      } else {
        bytes[length++] = (byte) each;
      }
    }
    return Utf8Validator.isValid(bytes, length);
  }

  /** Returns whether this is a path, or a URL whose host can be separated from its path. */
  static boolean isValidTarget(String target) {
    if (target.startsWith("/") || !target.contains("://")) {
      return true;
    }
    try {
      return new URI(target).getHost() != null;
    } catch (URISyntaxException e) {
      return false;
    }
  }

  private static int hex(String path, int at) {
    return Character.digit(path.charAt(at), 16);
  }
}
