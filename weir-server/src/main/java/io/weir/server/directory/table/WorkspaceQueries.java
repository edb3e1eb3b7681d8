// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.table;

import io.weir.server.directory.Workspace;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** The queries and updates of the table of workspaces. */
public final class WorkspaceQueries {
  private WorkspaceQueries() {}

  static Workspace of(ResultSet row) throws SQLException {
    return new Workspace(
        DirectorySession.text(row, "id"),
        DirectorySession.text(row, "name"),
        DirectorySession.flag(row, "enabled"),
        row.getLong("quota"),
        row.getLong("revision"));
  }

  /** Returns the workspace with this name or, if there is none, with this id. */
  public static Optional<Workspace> find(DirectorySession directorySession, String nameOrId)
      throws SQLException {
    Optional<Workspace> named = directorySession.find(
        "workspace-by-name", WorkspaceQueries::of, NameDigests.ofWorkspaceName(nameOrId));
    return named.isPresent()
        ? named
        : directorySession.find(
            "workspace-by-id", WorkspaceQueries::of, NameDigests.ofId(nameOrId));
  }

  /** Adds a workspace whose name is not in use. */
  public static void add(DirectorySession directorySession, Workspace workspace)
      throws SQLException {
    directorySession.update(
        "insert-workspace",
        NameDigests.ofId(workspace.id()),
        NameDigests.ofWorkspaceName(workspace.name()),
        workspace.id(),
        workspace.name(),
        workspace.enabled(),
        workspace.quota(),
        workspace.revision());
  }

  /** Updates an existing workspace. Its name does not change. */
  public static void update(DirectorySession directorySession, Workspace workspace)
      throws SQLException {
    directorySession.update(
        "update-workspace",
        workspace.enabled(),
        workspace.quota(),
        workspace.revision(),
        NameDigests.ofId(workspace.id()));
  }

  /** Returns all workspaces. */
  public static List<Workspace> list(DirectorySession directorySession) throws SQLException {
    return directorySession.list("list-workspaces", WorkspaceQueries::of);
  }
}
