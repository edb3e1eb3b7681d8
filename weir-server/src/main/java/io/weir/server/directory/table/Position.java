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

  /**
   * When a store was at a position.
   *
   * @param position how far it was
   * @param epochMillis what its clock said
   */
  public record Moment(Position position, long epochMillis) {}

  /** Where the store is now. Everything up to this revision can be read from now on. */
  public static Position of(Session session) throws SQLException {
    return momentOf(session).position();
  }

  /** The same, with the time. */
  public static Moment momentOf(Session session) throws SQLException {
    return session
        .find(
            "revision",
            row -> new Moment(
                new Position(Session.text(row, "store"), row.getLong("revision")),
                row.getLong("epoch_millis")))
        .orElseThrow(() -> new SQLException("the table ratelimit_directory_revision has no row"));
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
