// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.table;

import java.sql.SQLException;

/**
 * A position in the sequence of a store's changes.
 *
 * @param store the random name that the store was given when it was created
 * @param revision the newest change
 */
public record StorePosition(String store, long revision) {

  /**
   * A store's position at a time.
   *
   * @param position the position
   * @param epochMillis the time on the store's clock
   */
  public record TimedPosition(StorePosition position, long epochMillis) {}

  /** Returns the current position of the store. Everything up to this revision can be read from now on. */
  public static StorePosition of(DirectorySession directorySession) throws SQLException {
    return momentOf(directorySession).position();
  }

  /** Returns the current position with the store's time. */
  public static TimedPosition momentOf(DirectorySession directorySession) throws SQLException {
    return directorySession
        .find(
            "revision",
            row -> new TimedPosition(
                new StorePosition(DirectorySession.text(row, "store"), row.getLong("revision")),
                row.getLong("epoch_millis")))
        .orElseThrow(() -> new SQLException("the table ratelimit_directory_revision has no row"));
  }

  /** Returns revision and store as text for people. */
  public String printable() {
    return "revision " + revision + " of store " + store;
  }

  /** Returns whether a query for changes newer than {@code earlier} finds everything that changed since. */
  public boolean follows(StorePosition earlier) {
    return store.equals(earlier.store) && revision >= earlier.revision;
  }
}
