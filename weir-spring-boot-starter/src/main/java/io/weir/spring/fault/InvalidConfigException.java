// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.fault;

import java.util.List;

/** The application can't start, since limits are not written as they should be. */
@SuppressWarnings("serial") // ends a start, does not travel
public final class InvalidConfigException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String where;
  private final List<String> faults;

  /** These faults, at least one, of what stands there: {@code "properties"} or a class. */
  public InvalidConfigException(String where, List<String> faults) {
    super("invalid configuration in " + where + ": " + String.join("; ", faults));
    this.where = where;
    this.faults = List.copyOf(faults);
  }

  /** What is wrong. */
  public String where() {
    return where;
  }

  /** Each with what is wrong, its value and what is allowed. */
  public List<String> faults() {
    return faults;
  }
}
