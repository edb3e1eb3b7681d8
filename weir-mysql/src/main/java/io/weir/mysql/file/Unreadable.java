// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.file;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Reads from a damaged file, where an error is an answer. */
final class Unreadable {
  /**
   * Something to be read.
   *
   * @param <T> what comes of it
   */
  interface Reading<T> {
    T read() throws SQLException;
  }

  private Unreadable() {}

  /** What was read, or null if it can't be. */
  static <T> @Nullable T orNull(Reading<T> reading) {
    try {
      return reading.read();
    } catch (SQLException e) {
      return null;
    }
  }
}
