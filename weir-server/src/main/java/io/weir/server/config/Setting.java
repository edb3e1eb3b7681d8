// SPDX-License-Identifier: Apache-2.0
package io.weir.server.config;

import io.weir.server.logs.Secrets;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One thing that a server can be told at its start. Its name in the file is the key; flag and variable follow from it.
 *
 * @param key its name, in small letters with hyphens
 * @param kind who may see it and where it may be given
 * @param allowed which values it takes
 * @param fallback the value if none is given; null for none
 * @param meaning what it does, as a sentence
 */
record Setting<T>(
    String key, Kind kind, Allowed<T> allowed, @Nullable String fallback, String meaning) {

  /** What all our variables begin with. */
  static final String PREFIX = "WEIR_";

  /** Who may see a value, and where it may be given. */
  enum Kind {
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
    return kind == Kind.SECRET ? Optional.empty() : Optional.of("--" + key);
  }

  /** Its environment variable. */
  String variable() {
    return PREFIX + key.toUpperCase(Locale.ROOT).replace('-', '_');
  }

  /** Whether a file may have it. */
  boolean isInFile() {
    return kind != Kind.FILE;
  }

  /** A value of it as it may be shown. */
  String shown(String value) {
    return switch (kind) {
      case PLAIN, FILE -> Secrets.hiddenIn(value);
      case ADDRESS -> Secrets.addressWithout(value);
      case SECRET -> Secrets.HIDDEN;
    };
  }
}
