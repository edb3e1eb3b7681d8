// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.table;

import io.weir.server.directory.LimitOverride;
import io.weir.server.directory.TenantStore.OverrideRequest;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** The queries and updates of the table of overrides. */
public final class OverrideQueries {
  private OverrideQueries() {}

  static LimitOverride of(ResultSet row) throws SQLException {
    return new LimitOverride(
        DirectorySession.text(row, "id"),
        DirectorySession.text(row, "namespace_id"),
        DirectorySession.text(row, "identifier"),
        row.getLong("limit_count"),
        row.getLong("duration_ms"),
        DirectorySession.flag(row, "deleted"),
        row.getLong("revision"));
  }

  /** Returns the override of this identifier, deleted or not. */
  public static Optional<LimitOverride> find(
      DirectorySession directorySession, String namespaceId, String identifier)
      throws SQLException {
    return directorySession.find(
        "override", OverrideQueries::of, NameDigests.ofOverride(namespaceId, identifier));
  }

  /** Creates, changes or revives an override. */
  public static LimitOverride set(
      DirectorySession directorySession, OverrideRequest overrideRequest, long revision)
      throws SQLException {
    byte[] digest =
        NameDigests.ofOverride(overrideRequest.namespaceId(), overrideRequest.identifier());
    String id = Ids.ofOverride(overrideRequest.namespaceId(), overrideRequest.identifier());
    int changed = directorySession.update(
        "update-override",
        overrideRequest.limit(),
        overrideRequest.durationMillis(),
        revision,
        digest);
    if (changed == 0) {
      directorySession.update(
          "insert-override",
          digest,
          NameDigests.ofId(overrideRequest.namespaceId()),
          id,
          overrideRequest.namespaceId(),
          overrideRequest.identifier(),
          overrideRequest.limit(),
          overrideRequest.durationMillis(),
          revision);
    }
    return new LimitOverride(
        id,
        overrideRequest.namespaceId(),
        overrideRequest.identifier(),
        overrideRequest.limit(),
        overrideRequest.durationMillis(),
        false,
        revision);
  }

  /** Deletes an override. False if there was none. */
  public static boolean delete(
      LimitOverride override, DirectorySession directorySession, long revision)
      throws SQLException {
    byte[] digest = NameDigests.ofOverride(override.namespaceId(), override.identifier());
    return directorySession.update("delete-override", revision, digest) > 0;
  }

  /** Returns the digests of at most {@code max} deleted overrides that have not changed after this revision. */
  public static List<byte[]> deletedUpTo(DirectorySession directorySession, long revision, int max)
      throws SQLException {
    return directorySession.list("deleted-overrides", row -> row.getBytes("digest"), revision, max);
  }

  /** Removes the row of a deleted override, unless it has changed after this revision. */
  public static void purge(DirectorySession directorySession, byte[] digest, long revision)
      throws SQLException {
    directorySession.update("purge-override", digest, revision);
  }

  /** Returns at most {@code max} live overrides of a namespace, starting from this id. */
  public static List<LimitOverride> list(
      DirectorySession directorySession, String namespaceId, String fromId, int max)
      throws SQLException {
    return directorySession.list(
        "list-overrides", OverrideQueries::of, NameDigests.ofId(namespaceId), fromId, max);
  }
}
