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
public record Changes(long after, long upTo) {
  /** A fraction of a megabyte. More would only take more memory at once, fewer would cost more round trips. */
  private static final int PAGE = 1_000;

  /** Hears of rows, page by page. */
  public interface Listener {
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
  private static final class Place {
    private long from;
    private long after;
    private byte[] digest = new byte[0];

    private Place(long after) {
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
  public void read(Session session, Listener listener) throws SQLException {
    read(session, "changed-workspaces", Workspaces::of, listener::workspaces);
    read(session, "changed-namespaces", Namespaces::of, listener::namespaces);
    read(session, "changed-overrides", Overrides::of, listener::overrides);
    read(session, "changed-keys", Keys::of, listener::keys);
  }

  private <T> void read(
      Session session, String name, Session.Shape<T> shape, Consumer<List<T>> listener)
      throws SQLException {
    Place place = new Place(after);
    List<T> page;
    do {
      page = session.list(
          name,
          row -> {
            place.moveTo(row);
            return shape.of(row);
          },
          place.from,
          upTo,
          place.after,
          place.digest,
          PAGE);
      listener.accept(page);
    } while (page.size() == PAGE);
  }
}
