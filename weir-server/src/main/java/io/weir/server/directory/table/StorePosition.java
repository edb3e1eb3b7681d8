// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.table;

import java.sql.SQLException;

/**
 * How far a store's changes are.
 *
 * @param store the name that the store drew when it was made
 * @param revision the newest change
 */
public record StorePosition(String store, long revision) {

  /**
   * When a store was at a position.
   *
   * @param position how far it was
   * @param epochMillis what its clock said
   */
  public record TimedPosition(StorePosition position, long epochMillis) {}

  /** Where the store is now. Everything up to this revision can be read from now on. */
  public static StorePosition of(DirectorySession directorySession) throws SQLException {
    return momentOf(directorySession).position();
  }

  /** The same, with the time. */
  public static TimedPosition momentOf(DirectorySession directorySession) throws SQLException {
    return directorySession
        .find(
            "revision",
            row -> new TimedPosition(
                new StorePosition(DirectorySession.text(row, "store"), row.getLong("revision")),
                row.getLong("epoch_millis")))
        .orElseThrow(() -> new SQLException("the table ratelimit_directory_revision has no row"));
  }

  /** For people: revision and store. */
  public String printable() {
    return "revision " + revision + " of store " + store;
  }

  /** Whether everything that came after the other one is found by asking for what is newer than it. */
  public boolean follows(StorePosition earlier) {
    return store.equals(earlier.store) && revision >= earlier.revision;
  }
}
