// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.table;

import io.weir.server.directory.KeyHash;
import io.weir.server.directory.RootKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The table of root keys. */
public final class Keys {
  private Keys() {}

  static RootKey of(ResultSet row) throws SQLException {
    String permissions = Session.text(row, "permissions");
    return new RootKey(
        Session.text(row, "id"),
        Session.text(row, "workspace_id"),
        KeyHash.from(row.getBytes("key_hash")),
        Session.text(row, "name"),
        permissions.isEmpty() ? Set.of() : Set.copyOf(List.of(permissions.split(" ", -1))),
        row.getLong("expires_at"),
        Session.flag(row, "enabled"),
        Session.flag(row, "deleted"),
        row.getLong("revision"));
  }

  /** The key with this id, revoked or not. */
  public static Optional<RootKey> find(Session session, String id) throws SQLException {
    return session.find("key-by-id", Keys::of, Digests.ofId(id));
  }

  /** The key with this hash, revoked or not. */
  public static Optional<RootKey> find(Session session, KeyHash hash) throws SQLException {
    return session.find("key-by-hash", Keys::of, hash.bytes());
  }

  /** Whether there ever was a key. */
  public static boolean isAny(Session session) throws SQLException {
    return session.find("any-key", row -> row.getLong("keys_found")).orElse(0L) > 0;
  }

  /** Adds one whose id and hash are new. */
  public static void add(Session session, RootKey key) throws SQLException {
    session.update(
        "insert-key",
        Digests.ofId(key.id()),
        key.hash().bytes(),
        key.id(),
        key.workspaceId(),
        key.name(),
        String.join(" ", new TreeSet<>(key.permissions())),
        key.expiresAt(),
        key.enabled(),
        key.revision());
  }

  /** Brings one that is there to this state, as far as it can change: whether it is let in. */
  public static void update(Session session, RootKey key) throws SQLException {
    session.update(
        "update-key", key.enabled(), key.deleted(), key.revision(), Digests.ofId(key.id()));
  }

  /** All of them, revoked ones too. */
  public static List<RootKey> list(Session session) throws SQLException {
    return session.list("list-keys", Keys::of);
  }
}
