// SPDX-License-Identifier: Apache-2.0
package io.weir.server.config;

/**
 * One error in a configuration. Contains no secrets.
 *
 * @param key the setting, or what was given in its place
 * @param where where it was given, such as {@code environment WEIR_PORT}
 * @param value the given value, as far as it may be shown; empty if there was none
 * @param reason what is wrong, and what is allowed
 */
public record ConfigFault(String key, String where, String value, String reason) {

  @Override
  public String toString() {
    return key + ": " + reason + (value.isEmpty() ? "" : ", but was \"" + value + '"') + " ("
        + where + ")";
  }
}
