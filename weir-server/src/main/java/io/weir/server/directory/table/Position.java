// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.table;

import java.sql.SQLException;

/**
 * How far a store's changes are.
 *
 * @param store the name that the store drew when it was made
 * @param revision the newest change
 */
public record Position(String store, long revision) {

  /** Where the store is now. Everything up to this revision can be read from now on. */
  public static Position of(Session session) throws SQLException {
    return session
        .find("revision", row -> new Position(Session.text(row, "store"), row.getLong("revision")))
        .orElseThrow(
            () -> new SQLException("the one row of ratelimit_directory_revision is missing"));
  }

  /** For people: revision and store. */
  public String shown() {
    return "revision " + revision + " of store " + store;
  }

  /** Whether everything that came after the other one is found by asking for what is newer than it. */
  public boolean follows(Position earlier) {
    return store.equals(earlier.store) && revision >= earlier.revision;
  }
}
