// SPDX-License-Identifier: Apache-2.0
package io.weir.server.config;

import io.weir.server.logs.SecretRedactor;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A configuration setting of a server. The key is its name in the file; flag and variable are derived from it.
 *
 * @param key its name, in small letters with hyphens
 * @param kind whether its value may be shown, and where it may be given
 * @param type which values it accepts
 * @param defaultValue the default; null for none
 * @param description what it does, as a sentence
 */
record Setting<T>(
    String key,
    SettingKind kind,
    ValueType<T> type,
    @Nullable String defaultValue,
    String description) {

  /** The prefix of all environment variables. */
  static final String PREFIX = "WEIR_";

  /** Whether a value may be shown, and where it may be given. */
  enum SettingKind {
    /** May be shown, and may be given anywhere. */
    PLAIN,
    /** An address that may contain a password. May be given anywhere, but is shown without the password. */
    ADDRESS,
    /** Never shown, and not accepted as a flag, because every user of the machine can read flags. */
    SECRET,
    /** The configuration file, which cannot contain its own path. */
    FILE
  }

  /** Returns its flag; empty if it has none. */
  Optional<String> flag() {
    return kind == SettingKind.SECRET ? Optional.empty() : Optional.of("--" + key);
  }

  /** Returns its environment variable. */
  String variable() {
    return PREFIX + key.toUpperCase(Locale.ROOT).replace('-', '_');
  }

  /** Returns whether it may be given in a file. */
  boolean isInFile() {
    return kind != SettingKind.FILE;
  }

  /** Returns a value in the form in which it may be shown. */
  String printable(String value) {
    return switch (kind) {
      case PLAIN, FILE -> SecretRedactor.redact(value);
      case ADDRESS -> SecretRedactor.redactAddress(value);
      case SECRET -> SecretRedactor.REDACTED;
    };
  }
}
