// SPDX-License-Identifier: Apache-2.0
package io.weir.sql.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;

/** Checks whether a file is a sound Weir database. */
final class FileCheck {
  /** "Weir" in ASCII: the application id in the header of the SQLite file. */
  static final int APPLICATION_ID = 0x57656972;

  /** The format of the file as a whole; the tables have versions of their own. */
  static final int FORMAT = 1;

  private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);
  private static final int HEADER_BYTES = 100;
  private static final int FORMAT_AT = 60;
  private static final int APPLICATION_ID_AT = 68;

  private FileCheck() {}

  /**
   * Checks the header. Must be called before this process opens the file with SQLite, because closing a file drops
   * all locks that the process has on it.
   */
  static void requireHeader(Path file) {
    ByteBuffer header = header(file);
    if (header.limit() < HEADER_BYTES) {
      throw new LocalFileException(SqliteErrors.damaged(
          file, "it has only " + header.limit() + " bytes, a database has at least 512"));
    }
    byte[] magic = new byte[MAGIC.length];
    header.get(0, magic);
    if (!java.util.Arrays.equals(magic, MAGIC)) {
      throw new LocalFileException(
          SqliteErrors.damaged(file, "it does not have the header of a SQLite database"));
    }
    int owner = header.getInt(APPLICATION_ID_AT);
    if (owner != APPLICATION_ID) {
      throw new LocalFileException("the file " + file + " is a database of another program"
          + " (application id " + owner + "): move it away, or use another folder");
    }
    int format = header.getInt(FORMAT_AT);
    if (format != FORMAT) {
      throw new LocalFileException("the file " + file + " has format " + format
          + ", but this version of Weir reads format " + FORMAT
          + ": use the version of Weir that wrote it");
    }
  }

  private static ByteBuffer header(Path file) {
    ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
    try (SeekableByteChannel channel = Files.newByteChannel(file)) {
      int read = 0;
      while (read >= 0 && header.hasRemaining()) {
        read = channel.read(header);
      }
      return header.flip();
    } catch (IOException e) {
      throw new LocalFileException("the file " + file + " can't be read: " + DataFolder.reason(e)
          + "; make it readable and writable for this user");
    }
  }

  /**
   * Checks every page. A million rows take about half a second, which is little compared to the cost of a silent loss
   * of keys or limits.
   */
  static void requireSoundPages(Path file, Connection connection) throws SQLException {
    String found;
    try {
      found = SqliteConnections.queryText(connection, "PRAGMA quick_check(1)");
    } catch (SQLException e) {
      if (SqliteErrors.isDamage(e)) {
        throw new LocalFileException(SqliteErrors.describe(file, e));
      }
      throw e;
    }
    if (!found.equals("ok")) {
      throw new LocalFileException(SqliteErrors.damaged(
          file, found.replace("*** in database main ***", "").strip()));
    }
  }
}
