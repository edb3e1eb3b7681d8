// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.crash;

import java.nio.file.Path;
import java.util.List;

/**
 * A database under test.
 *
 * @param label its name and version in tables
 * @param artifact the Maven coordinates of its driver
 * @param url the JDBC URL of a file; {@code FOLDER} is replaced by its folder
 * @param settings statements that each connection executes first
 */
record CrashTestDatabase(String label, String artifact, String url, List<String> settings) {
  private static final String H2_URL =
      "jdbc:h2:file:FOLDER/store;DB_CLOSE_ON_EXIT=FALSE;WRITE_DELAY=0";
  private static final String SQLITE = "org.xerial:sqlite-jdbc:3.51.1.0";
  private static final String WAL = "PRAGMA journal_mode = WAL";

  /** The database of commit e1d3b11, its predecessor, and SQLite with settings that suit a server. */
  static final List<CrashTestDatabase> ALL = List.of(
      new CrashTestDatabase("H2 2.5.252", "com.h2database:h2:2.5.252", H2_URL, List.of()),
      new CrashTestDatabase("H2 2.4.240", "com.h2database:h2:2.4.240", H2_URL, List.of()),
      sqlite("NORMAL"),
      sqlite("FULL"));

  private static CrashTestDatabase sqlite(String synchronous) {
    return new CrashTestDatabase(
        "SQLite, WAL, " + synchronous,
        SQLITE,
        "jdbc:sqlite:FOLDER/store.db",
        List.of(WAL, "PRAGMA synchronous = " + synchronous));
  }

  String url(Path folder) {
    return url.replace("FOLDER", folder.toString());
  }
}
