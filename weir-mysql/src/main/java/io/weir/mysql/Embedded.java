// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql;

import io.weir.mysql.Tables.Owner;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** A database in a file of this process. */
final class Embedded {
  /**
   * No hook of the database's own closes it when the process ends: an application may close its engine in such a hook,
   * which pushes, and what is committed is in the file anyway.
   */
  private static final String SETTINGS = ";DB_CLOSE_ON_EXIT=FALSE;LOCK_TIMEOUT=5000";

  /** The database's code for a file that another process has opened. Its own words are for programmers. */
  private static final int IN_USE = 90_020;

  private Embedded() {}

  /** Opens the file and closes it again, or says why it can't be opened. */
  static void probe(Path file, Owner<?> owner) {
    MysqlOptions options = MysqlOptions.at(url(file, owner.name())).build();
    String url = Pool.url(options, owner.name());
    try (Connection connection = DriverManager.getConnection(url)) {
      if (!connection.isValid(0)) {
        throw owner.unavailable().apply("the file " + file + " can't be used");
      }
    } catch (SQLException e) {
      if (e.getErrorCode() == IN_USE) {
        throw owner
            .unavailable()
            .apply("the file " + file + " is already in use by another process");
      }
      throw owner.failed("to open the file " + file, e, options::hidingPasswords);
    }
  }

  static String url(Path file, String owner) {
    String path = file.toAbsolutePath().toString();
    if (path.indexOf(';') >= 0) {
      throw new IllegalArgumentException(
          "the name of a " + owner + "'s file can't have a semicolon in it, but was " + path);
    }
    return "jdbc:h2:file:" + path + SETTINGS;
  }
}
