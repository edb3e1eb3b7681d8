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

/** The queries and updates of the table of namespaces. */
public final class NamespaceQueries {
  /** The value for exact windows in the table. Any other value means estimated windows. */
  private static final String EXACT = "exact";

  private NamespaceQueries() {}

  static Namespace of(ResultSet row) throws SQLException {
    return new Namespace(
        DirectorySession.text(row, "id"),
        DirectorySession.text(row, "workspace_id"),
        DirectorySession.text(row, "name"),
        mode(DirectorySession.text(row, "degraded_mode")),
        DirectorySession.text(row, "window_mode").equals(EXACT),
        DirectorySession.flag(row, "deleted"),
        row.getLong("revision"));
  }

  /** Returns null for the server's default, and for modes that only a newer version knows. */
  private static @Nullable WhenDegraded mode(String name) {
    return Arrays.stream(WhenDegraded.values())
        .filter(mode -> mode.name().equalsIgnoreCase(name))
        .findFirst()
        .orElse(null);
  }

  /**
   * Sets how its limits behave while Redis is unavailable; null selects the server's default. False if it is deleted.
   */
  public static boolean setWhenDegraded(
      DirectorySession directorySession, String id, @Nullable WhenDegraded mode, long revision)
      throws SQLException {
    String name = mode == null ? "" : mode.name().toLowerCase(Locale.ROOT);
    return directorySession.update("update-degraded-mode", name, revision, NameDigests.ofId(id))
        > 0;
  }

  /** Sets whether its limits have exact windows. False if it is deleted. */
  public static boolean setExactWindow(
      DirectorySession directorySession, String id, boolean exact, long revision)
      throws SQLException {
    return directorySession.update(
            "update-window-mode", exact ? EXACT : "", revision, NameDigests.ofId(id))
        > 0;
  }

  /** Returns the namespace of this name, deleted or not. */
  public static Optional<Namespace> findByName(
      DirectorySession directorySession, String workspaceId, String name) throws SQLException {
    byte[] digest = NameDigests.ofNamespaceName(workspaceId, name);
    return directorySession.find("namespace-by-name", NamespaceQueries::of, digest);
  }

  /** Returns the namespace with this name or, if there is none, with this id; deleted or not. */
  public static Optional<Namespace> find(
      DirectorySession directorySession, String workspaceId, String nameOrId) throws SQLException {
    Optional<Namespace> named = findByName(directorySession, workspaceId, nameOrId);
    return named.isPresent()
        ? named
        : directorySession
            .find("namespace-by-id", NamespaceQueries::of, NameDigests.ofId(nameOrId))
            .filter(found -> found.workspaceId().equals(workspaceId));
  }

  /** Adds the namespace unless one of its name exists, deleted or not. Returns the one that exists afterwards. */
  public static Namespace add(DirectorySession directorySession, Namespace namespace, long revision)
      throws SQLException {
    Optional<Namespace> present =
        findByName(directorySession, namespace.workspaceId(), namespace.name());
    if (present.isPresent()) {
      return present.get();
    }
    directorySession.update(
        "insert-namespace",
        NameDigests.ofId(namespace.id()),
        NameDigests.ofNamespaceName(namespace.workspaceId(), namespace.name()),
        namespace.id(),
        namespace.workspaceId(),
        namespace.name(),
        revision);
    return namespace.at(revision);
  }

  /** Deletes a namespace with its overrides. False if it is already deleted. */
  public static boolean delete(DirectorySession directorySession, String id, long revision)
      throws SQLException {
    byte[] digest = NameDigests.ofId(id);
    if (directorySession.update("delete-namespace", revision, digest) == 0) {
      return false;
    }
    directorySession.update("delete-overrides-of-namespace", revision, digest);
    return true;
  }

  /** Returns at most {@code max} namespaces of a workspace after this id, including deleted ones. */
  public static List<Namespace> list(
      DirectorySession directorySession, String workspaceId, String afterId, int max)
      throws SQLException {
    return directorySession.list(
        "list-namespaces", NamespaceQueries::of, workspaceId, afterId, max);
  }
}
