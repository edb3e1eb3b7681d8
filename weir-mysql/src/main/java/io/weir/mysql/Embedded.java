// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql;

import java.nio.file.Path;

/** A database in a file of this process. */
final class Embedded {
  /**
   * No hook of the database's own closes it when the process ends: the engine's last push comes from such a hook as
   * well, and what is committed is in the file anyway.
   */
  private static final String SETTINGS = ";DB_CLOSE_ON_EXIT=FALSE;LOCK_TIMEOUT=5000";

  private Embedded() {}

  static String url(Path file) {
    String path = file.toAbsolutePath().toString();
    if (path.indexOf(';') >= 0) {
      throw new IllegalArgumentException(
          "the name of a ledger's file can't have a semicolon in it, but was " + path);
    }
    return "jdbc:h2:file:" + path + SETTINGS;
  }
}
