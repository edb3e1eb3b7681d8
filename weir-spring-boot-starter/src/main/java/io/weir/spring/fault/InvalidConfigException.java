// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.fault;

import java.util.List;

/** Thrown when the application cannot start because its limits are configured incorrectly. */
@SuppressWarnings("serial") // ends the start, and is not serialized
public final class InvalidConfigException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String where;
  private final List<String> faults;

  /**
   * Creates an exception with at least one fault. {@code where} is the source of the faults: {@code "properties"} or
   * a class.
   */
  public InvalidConfigException(String where, List<String> faults) {
    super("invalid configuration in " + where + ": " + String.join("; ", faults));
    this.where = where;
    this.faults = List.copyOf(faults);
  }

  /** Returns the source of the faults. */
  public String where() {
    return where;
  }

  /** Returns the faults, each with its value and the allowed range. */
  public List<String> faults() {
    return faults;
  }
}
