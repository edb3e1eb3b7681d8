// SPDX-License-Identifier: Apache-2.0
package io.weir.sql.file;

/**
 * An exception for a local database file that cannot be used. The message is one sentence that names the file and
 * says what to do.
 */
public final class LocalFileException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Creates an exception with this message. */
  public LocalFileException(String message) {
    super(message);
  }
}
