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
 * @param after the revision that is already known
 * @param upTo the revision up to which to read
 */
public record DirectoryChanges(long after, long upTo) {
  /** A fraction of a megabyte. More would need more memory at once, less would cost more round trips. */
  private static final int PAGE_SIZE = 1_000;

  /** Receives the changed rows, page by page. */
  public interface ChangeListener {
    /** Receives states of workspaces. */
    void workspaces(List<Workspace> page);

    /** Receives states of namespaces. */
    void namespaces(List<Namespace> page);

    /** Receives states of overrides. */
    void overrides(List<LimitOverride> page);

    /** Receives states of keys. */
    void keys(List<RootKey> page);
  }

  /** The position in the pages of one table. */
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

  /**
   * Reads all changed rows. Keys are last, so that the settings of a key's workspace are known before the key is
   * accepted.
   */
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
