// SPDX-License-Identifier: Apache-2.0
package io.weir.server.config;

import io.weir.server.logs.SecretRedactor;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One thing that a server can be told at its start. Its name in the file is the key; flag and variable follow from it.
 *
 * @param key its name, in small letters with hyphens
 * @param kind who may see it and where it may be given
 * @param type which values it takes
 * @param defaultValue the value if none is given; null for none
 * @param description what it does, as a sentence
 */
record Setting<T>(
    String key,
    SettingKind kind,
    ValueType<T> type,
    @Nullable String defaultValue,
    String description) {

  /** What all our variables begin with. */
  static final String PREFIX = "WEIR_";

  /** Who may see a value, and where it may be given. */
  enum SettingKind {
    /** Everybody, everywhere. */
    PLAIN,
    /** An address with a password in it, perhaps: everywhere, but shown without. */
    ADDRESS,
    /** Nobody, and not as a flag: every user of the machine can read those. */
    SECRET,
    /** The file itself, which can't name itself. */
    FILE
  }

  /** Its flag, or empty if it has none. */
  Optional<String> flag() {
    return kind == SettingKind.SECRET ? Optional.empty() : Optional.of("--" + key);
  }

  /** Its environment variable. */
  String variable() {
    return PREFIX + key.toUpperCase(Locale.ROOT).replace('-', '_');
  }

  /** Whether a file may have it. */
  boolean isInFile() {
    return kind != SettingKind.FILE;
  }

  /** A value of it as it may be shown. */
  String printable(String value) {
    return switch (kind) {
      case PLAIN, FILE -> SecretRedactor.redact(value);
      case ADDRESS -> SecretRedactor.redactAddress(value);
      case SECRET -> SecretRedactor.REDACTED;
    };
  }
}
