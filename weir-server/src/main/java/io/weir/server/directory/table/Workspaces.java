// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.table;

import io.weir.server.directory.Workspace;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** The table of workspaces. */
public final class Workspaces {
  private Workspaces() {}

  static Workspace of(ResultSet row) throws SQLException {
    return new Workspace(
        Session.text(row, "id"),
        Session.text(row, "name"),
        Session.flag(row, "enabled"),
        row.getLong("quota"),
        row.getLong("revision"));
  }

  /** The workspace with this name or, if no name is so, with this id. */
  public static Optional<Workspace> find(Session session, String nameOrId) throws SQLException {
    Optional<Workspace> named =
        session.find("workspace-by-name", Workspaces::of, Digests.ofWorkspaceName(nameOrId));
    return named.isPresent()
        ? named
        : session.find("workspace-by-id", Workspaces::of, Digests.ofId(nameOrId));
  }

  /** Adds one whose name was found to be free. */
  public static void add(Session session, Workspace workspace) throws SQLException {
    session.update(
        "insert-workspace",
        Digests.ofId(workspace.id()),
        Digests.ofWorkspaceName(workspace.name()),
        workspace.id(),
        workspace.name(),
        workspace.enabled(),
        workspace.quota(),
        workspace.revision());
  }

  /** Brings one that is there to this state. Its name stays. */
  public static void update(Session session, Workspace workspace) throws SQLException {
    session.update(
        "update-workspace",
        workspace.enabled(),
        workspace.quota(),
        workspace.revision(),
        Digests.ofId(workspace.id()));
  }

  /** All of them. */
  public static List<Workspace> list(Session session) throws SQLException {
    return session.list("list-workspaces", Workspaces::of);
  }
}
