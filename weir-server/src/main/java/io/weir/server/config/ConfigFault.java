// SPDX-License-Identifier: Apache-2.0
package io.weir.server.config;

/**
 * One thing that is wrong with a configuration. Holds no secrets.
 *
 * @param key which setting, or what stands in its place
 * @param where where it was given, such as {@code environment WEIR_PORT}
 * @param value what was given, as far as it may be shown; empty if nothing was
 * @param reason what is wrong, and what is allowed
 */
public record ConfigFault(String key, String where, String value, String reason) {

  @Override
  public String toString() {
    return key + ": " + reason + (value.isEmpty() ? "" : ", but was \"" + value + '"') + " ("
        + where + ")";
  }
}
