// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.table;

import io.weir.WhenDegraded;
import io.weir.server.directory.Namespace;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The table of namespaces. */
public final class Namespaces {
  /** How exact windows are called in the table; whatever else stands there means the usual ones. */
  private static final String EXACT = "exact";

  private Namespaces() {}

  static Namespace of(ResultSet row) throws SQLException {
    return new Namespace(
        Session.text(row, "id"),
        Session.text(row, "workspace_id"),
        Session.text(row, "name"),
        mode(Session.text(row, "degraded_mode")),
        Session.text(row, "window_mode").equals(EXACT),
        Session.flag(row, "deleted"),
        row.getLong("revision"));
  }

  /** Null for the server's default, and for what only a newer version knows. */
  private static @Nullable WhenDegraded mode(String name) {
    return Arrays.stream(WhenDegraded.values())
        .filter(mode -> mode.name().equalsIgnoreCase(name))
        .findFirst()
        .orElse(null);
  }

  /** Sets what its limits do while Redis is unavailable; null for the server's default. False if it was deleted. */
  public static boolean setWhenDegraded(
      Session session, String id, @Nullable WhenDegraded mode, long revision) throws SQLException {
    String name = mode == null ? "" : mode.name().toLowerCase(Locale.ROOT);
    return session.update("update-degraded-mode", name, revision, Digests.ofId(id)) > 0;
  }

  /** Sets whether its limits have exact windows. False if it was deleted. */
  public static boolean setExactWindow(Session session, String id, boolean exact, long revision)
      throws SQLException {
    return session.update("update-window-mode", exact ? EXACT : "", revision, Digests.ofId(id)) > 0;
  }

  /** The namespace of this name, deleted or not. */
  public static Optional<Namespace> named(Session session, String workspaceId, String name)
      throws SQLException {
    byte[] digest = Digests.ofNamespaceName(workspaceId, name);
    return session.find("namespace-by-name", Namespaces::of, digest);
  }

  /** The namespace with this name or, if no name is so, with this id; deleted or not. */
  public static Optional<Namespace> find(Session session, String workspaceId, String nameOrId)
      throws SQLException {
    Optional<Namespace> named = named(session, workspaceId, nameOrId);
    return named.isPresent()
        ? named
        : session
            .find("namespace-by-id", Namespaces::of, Digests.ofId(nameOrId))
            .filter(found -> found.workspaceId().equals(workspaceId));
  }

  /** Adds the namespace, unless there is one of its name, deleted or not. Gives the one that is there then. */
  public static Namespace add(Session session, Namespace namespace, long revision)
      throws SQLException {
    Optional<Namespace> present = named(session, namespace.workspaceId(), namespace.name());
    if (present.isPresent()) {
      return present.get();
    }
    session.update(
        "insert-namespace",
        Digests.ofId(namespace.id()),
        Digests.ofNamespaceName(namespace.workspaceId(), namespace.name()),
        namespace.id(),
        namespace.workspaceId(),
        namespace.name(),
        revision);
    return namespace.at(revision);
  }

  /** Deletes a namespace with its overrides. False if it was deleted before. */
  public static boolean delete(Session session, String id, long revision) throws SQLException {
    byte[] digest = Digests.ofId(id);
    if (session.update("delete-namespace", revision, digest) == 0) {
      return false;
    }
    session.update("delete-overrides-of-namespace", revision, digest);
    return true;
  }

  /** The namespaces of a workspace after this id, deleted ones too, so many at most. */
  public static List<Namespace> list(Session session, String workspaceId, String afterId, int most)
      throws SQLException {
    return session.list("list-namespaces", Namespaces::of, workspaceId, afterId, most);
  }
}
