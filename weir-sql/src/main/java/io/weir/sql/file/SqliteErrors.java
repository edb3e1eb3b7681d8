// SPDX-License-Identifier: Apache-2.0
package io.weir.sql.file;

import io.weir.sql.dialect.SqlErrors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;

/** Describes SQLite errors for operators: one sentence that names the file and says what to do. */
final class SqliteErrors {
  private static final int BUSY = 5;
  private static final int READ_ONLY = 8;
  private static final int INPUT_OUTPUT = 10;
  private static final int CORRUPT = 11;
  private static final int FULL = 13;
  private static final int CANNOT_OPEN = 14;
  private static final int NOT_A_DATABASE = 26;

  /** With less free space than this, an I/O error is reported as a full disk. */
  private static final long MIN_FREE_BYTES = 256 * 1024;

  private SqliteErrors() {}

  static String describe(Path file, SQLException e) {
    int code = e.getErrorCode() & 0xff;
    return switch (code) {
      case FULL -> full(file);
      case READ_ONLY ->
        "the file " + file + " is read-only: make the file, its folder and its disk writable";
      case CORRUPT, NOT_A_DATABASE -> damaged(file, SqlErrors.describe(e));
      case BUSY ->
        "the file " + file + " is locked by another program, such as sqlite3: close that program";
      case CANNOT_OPEN ->
        isDiskFull(file)
            ? full(file)
            : "the file " + file + " can't be opened: make the file and its folder writable";
      case INPUT_OUTPUT ->
        isDiskFull(file)
            ? full(file)
            : "the file " + file + " can't be read or written, check its disk: "
                + SqlErrors.describe(e);
      default -> "the file " + file + " can't be used: " + SqlErrors.describe(e);
    };
  }

  static boolean isDamage(SQLException e) {
    int code = e.getErrorCode() & 0xff;
    return code == CORRUPT || code == NOT_A_DATABASE;
  }

  static String damaged(Path file, String detail) {
    return "the file " + file + " is damaged (" + detail + "): restore it from a backup, or run"
        + " ./weir repair --data " + file.getParent()
        + " to recover the data that is still readable";
  }

  private static String full(Path file) {
    return "the disk is full, can't write to " + file
        + ": free some space; a running process then continues by itself";
  }

  private static boolean isDiskFull(Path file) {
    try {
      Path folder = file.toAbsolutePath().getParent();
      return folder != null && Files.getFileStore(folder).getUsableSpace() < MIN_FREE_BYTES;
    } catch (IOException e) {
      return false;
    }
  }
}
