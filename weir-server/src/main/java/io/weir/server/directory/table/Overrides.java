// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.table;

import io.weir.server.directory.LimitOverride;
import io.weir.server.directory.Registry.Wish;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** The table of overrides. */
public final class Overrides {
  private Overrides() {}

  static LimitOverride of(ResultSet row) throws SQLException {
    return new LimitOverride(
        Session.text(row, "id"),
        Session.text(row, "namespace_id"),
        Session.text(row, "identifier"),
        row.getLong("limit_count"),
        row.getLong("duration_ms"),
        Session.flag(row, "deleted"),
        row.getLong("revision"));
  }

  /** The override of this identifier, deleted or not. */
  public static Optional<LimitOverride> find(Session session, String namespaceId, String identifier)
      throws SQLException {
    return session.find("override", Overrides::of, Digests.ofOverride(namespaceId, identifier));
  }

  /** Makes it, changes it or revives it. */
  public static LimitOverride set(Session session, Wish wish, long revision) throws SQLException {
    byte[] digest = Digests.ofOverride(wish.namespaceId(), wish.identifier());
    String id = Ids.ofOverride(wish.namespaceId(), wish.identifier());
    int changed =
        session.update("update-override", wish.limit(), wish.durationMillis(), revision, digest);
    if (changed == 0) {
      session.update(
          "insert-override",
          digest,
          Digests.ofId(wish.namespaceId()),
          id,
          wish.namespaceId(),
          wish.identifier(),
          wish.limit(),
          wish.durationMillis(),
          revision);
    }
    return new LimitOverride(
        id,
        wish.namespaceId(),
        wish.identifier(),
        wish.limit(),
        wish.durationMillis(),
        false,
        revision);
  }

  /** Deletes it. False if there was none. */
  public static boolean delete(LimitOverride override, Session session, long revision)
      throws SQLException {
    byte[] digest = Digests.ofOverride(override.namespaceId(), override.identifier());
    return session.update("delete-override", revision, digest) > 0;
  }

  /** Digests of deleted ones that have not changed after this revision, so many at most. */
  public static List<byte[]> deletedUpTo(Session session, long revision, int most)
      throws SQLException {
    return session.list("deleted-overrides", row -> row.getBytes("digest"), revision, most);
  }

  /** Removes a deleted one, unless it has changed after this revision. */
  public static void purge(Session session, byte[] digest, long revision) throws SQLException {
    session.update("purge-override", digest, revision);
  }

  /** The live overrides of a namespace from this id on, so many at most. */
  public static List<LimitOverride> list(
      Session session, String namespaceId, String fromId, int most) throws SQLException {
    return session.list("list-overrides", Overrides::of, Digests.ofId(namespaceId), fromId, most);
  }
}
