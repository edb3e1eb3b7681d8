// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.table;

import io.weir.server.directory.LimitOverride;
import io.weir.server.directory.Namespace;
import io.weir.server.directory.RootKey;
import io.weir.server.directory.Workspace;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;

/**
 * The rows that changed between two revisions.
 *
 * @param after the revision that is known already
 * @param upTo the revision that was read before
 */
public record DirectoryChanges(long after, long upTo) {
  /** A fraction of a megabyte. More would only take more memory at once, fewer would cost more round trips. */
  private static final int PAGE_SIZE = 1_000;

  /** Hears of rows, page by page. */
  public interface ChangeListener {
    /** These are the states of some workspaces. */
    void workspaces(List<Workspace> page);

    /** These are the states of some namespaces. */
    void namespaces(List<Namespace> page);

    /** These are the states of some overrides. */
    void overrides(List<LimitOverride> page);

    /** These are the states of some keys. */
    void keys(List<RootKey> page);
  }

  /** How far the pages of one table came. */
  private static final class PagePosition {
    private long from;
    private long after;
    private byte[] digest = new byte[0];

    private PagePosition(long after) {
      this.from = after + 1;
      this.after = after;
    }

    private void moveTo(ResultSet row) throws SQLException {
      from = row.getLong("revision");
      after = from;
      digest = row.getBytes("digest");
    }
  }

  /** Tells of all of them. Of keys last: whoever is let in finds the settings of its workspace. */
  public void read(DirectorySession directorySession, ChangeListener changeListener)
      throws SQLException {
    read(directorySession, "changed-workspaces", WorkspaceQueries::of, changeListener::workspaces);
    read(directorySession, "changed-namespaces", NamespaceQueries::of, changeListener::namespaces);
    read(directorySession, "changed-overrides", OverrideQueries::of, changeListener::overrides);
    read(directorySession, "changed-keys", KeyQueries::of, changeListener::keys);
  }

  private <T> void read(
      DirectorySession directorySession,
      String name,
      DirectorySession.RowMapper<T> rowMapper,
      Consumer<List<T>> listener)
      throws SQLException {
    PagePosition pagePosition = new PagePosition(after);
    List<T> page;
    do {
      page = directorySession.list(
          name,
          row -> {
            pagePosition.moveTo(row);
            return rowMapper.of(row);
          },
          pagePosition.from,
          upTo,
          pagePosition.after,
          pagePosition.digest,
          PAGE_SIZE);
      listener.accept(page);
    } while (page.size() == PAGE_SIZE);
  }
}
