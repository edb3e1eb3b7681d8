// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.table;

import io.weir.server.directory.KeyHash;
import io.weir.server.directory.RootKey;
import io.weir.server.directory.RootKey.KeyGrant;
import io.weir.server.directory.RootKey.KeyStatus;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The queries and updates of the table of root keys. */
public final class KeyQueries {
  private KeyQueries() {}

  static RootKey of(ResultSet row) throws SQLException {
    String permissions = DirectorySession.text(row, "permissions");
    return new RootKey(
        DirectorySession.text(row, "id"),
        DirectorySession.text(row, "workspace_id"),
        KeyHash.ofBytes(row.getBytes("key_hash")),
        DirectorySession.text(row, "name"),
        new KeyGrant(
            permissions.isEmpty() ? Set.of() : Set.copyOf(List.of(permissions.split(" ", -1))),
            row.getLong("expires_at")),
        KeyStatus.of(DirectorySession.flag(row, "enabled"), DirectorySession.flag(row, "deleted")),
        row.getLong("revision"));
  }

  /** Returns the key with this id, revoked or not. */
  public static Optional<RootKey> find(DirectorySession directorySession, String id)
      throws SQLException {
    return directorySession.find("key-by-id", KeyQueries::of, NameDigests.ofId(id));
  }

  /** Returns the key with this hash, revoked or not. */
  public static Optional<RootKey> find(DirectorySession directorySession, KeyHash hash)
      throws SQLException {
    return directorySession.find("key-by-hash", KeyQueries::of, hash.bytes());
  }

  /** Returns whether there ever was a key. */
  public static boolean hasAny(DirectorySession directorySession) throws SQLException {
    return directorySession.find("any-key", row -> row.getLong("keys_found")).orElse(0L) > 0;
  }

  /** Adds a key whose id and hash are new. */
  public static void add(DirectorySession directorySession, RootKey key) throws SQLException {
    directorySession.update(
        "insert-key",
        NameDigests.ofId(key.id()),
        key.hash().bytes(),
        key.id(),
        key.workspaceId(),
        key.name(),
        String.join(" ", new TreeSet<>(key.permissions())),
        key.expiresAt(),
        key.enabled(),
        key.revision());
  }

  /** Updates the columns of an existing key that can change: whether it is enabled or revoked. */
  public static void update(DirectorySession directorySession, RootKey key) throws SQLException {
    directorySession.update(
        "update-key", key.enabled(), key.deleted(), key.revision(), NameDigests.ofId(key.id()));
  }

  /** Returns all keys, including revoked ones. */
  public static List<RootKey> list(DirectorySession directorySession) throws SQLException {
    return directorySession.list("list-keys", KeyQueries::of);
  }
}
