// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.method;

/** Turns the value of a key into an identifier that a limiter takes. */
final class Identifiers {
  private Identifiers() {}

  static String fit(String key) {
    return key.isEmpty() ? "unidentified" : key;
  }
}
