// SPDX-License-Identifier: Apache-2.0
package io.weir.sql.file;

/** The file of the local database can't be used. The message is one sentence that names the file and says what to do. */
public final class LocalFileException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** With this sentence. */
  public LocalFileException(String message) {
    super(message);
  }
}
