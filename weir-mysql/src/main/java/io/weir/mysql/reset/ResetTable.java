// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.reset;

import io.weir.SubjectKey;
import io.weir.ledger.SubjectDigest;
import io.weir.reset.Resets;
import io.weir.reset.Resets.Identity;
import io.weir.reset.Resets.Page;
import io.weir.reset.Resets.Position;
import io.weir.reset.Resets.Reset;
import io.weir.sql.dialect.Dialect;
import io.weir.sql.dialect.ReadableText;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** What is said to a database about resets. Changes are to be all of a transaction. */
public final class ResetTable {
  private final Dialect dialect;

  /** In databases of this dialect. */
  public ResetTable(Dialect dialect) {
    this.dialect = dialect;
  }

  /** The latest change, and what time it was. */
  private record State(long revision, String generation, long epochMillis) {}

  private interface Shape<T> {
    T of(ResultSet row) throws SQLException;
  }

  /**
   * A change under way.
   *
   * @param state as of its beginning
   * @param used how many identifiers with resets workspaces have, as far as they were counted
   */
  private record Change(State state, Map<String, Long> used) {}

  /** Begins a new epoch, not before this one; empty if the workspace has no room for another identifier. */
  public OptionalLong raise(Connection connection, Identity identity, long least)
      throws SQLException {
    State state = begin(connection);
    long known = known(connection, identity);
    long epoch = Math.max(Math.max(least, state.epochMillis()), known + 1);
    Change change = new Change(state, new HashMap<>());
    return put(connection, new Reset(identity, epoch), known, change)
        ? OptionalLong.of(epoch)
        : OptionalLong.empty();
  }

  /** Sees to it that these epochs are known, or later ones. False if all of them were. */
  public boolean keep(Connection connection, List<Reset> resets) throws SQLException {
    if (!isNews(connection, resets)) {
      return false;
    }
    State state = begin(connection);
    Change change = new Change(state, new HashMap<>());
    for (Reset reset : resets) {
      long known = known(connection, reset.identity());
      if (known < reset.epoch() && put(connection, reset, known, change)) {
        State next = change.state();
        change = new Change(
            new State(next.revision() + 1, next.generation(), next.epochMillis()), change.used());
      }
    }
    update(connection, "set-revision", Math.max(state.revision(), change.state().revision() - 1));
    return true;
  }

  /** A look without a lock: most of what is to be kept is known. */
  private boolean isNews(Connection connection, List<Reset> resets) throws SQLException {
    for (Reset reset : resets) {
      if (known(connection, reset.identity()) < reset.epoch()) {
        return true;
      }
    }
    return false;
  }

  private State begin(Connection connection) throws SQLException {
    if (update(connection, "raise-revision") != 1) {
      throw new SQLException("the one row of ratelimit_reset_revision is missing");
    }
    return state(connection);
  }

  private State state(Connection connection) throws SQLException {
    List<State> rows = list(
        connection,
        "state",
        row -> new State(
            row.getLong("revision"), row.getString("generation"), row.getLong("epoch_millis")));
    if (rows.isEmpty()) {
      throw new SQLException("the one row of ratelimit_reset_revision is missing");
    }
    return rows.get(0);
  }

  private long known(Connection connection, Identity identity) throws SQLException {
    List<Long> rows =
        list(connection, "epoch", row -> row.getLong("epoch"), (Object) digest(identity));
    return rows.isEmpty() ? 0 : rows.get(0);
  }

  private boolean put(Connection connection, Reset reset, long known, Change change)
      throws SQLException {
    Identity identity = reset.identity();
    long revision = change.state().revision();
    if (known > 0) {
      update(connection, "update", reset.epoch(), revision, digest(identity));
      return true;
    }
    byte[] workspace = digest(new Identity(identity.workspace(), "", ""));
    if (used(connection, workspace, identity, change) >= Resets.BUDGET) {
      return false;
    }
    update(
        connection,
        "insert",
        digest(identity),
        workspace,
        identity.workspace(),
        identity.namespace(),
        identity.identifier(),
        reset.epoch(),
        revision);
    change.used().merge(identity.workspace(), 1L, Long::sum);
    return true;
  }

  /** How many identifiers with resets a workspace has, without those that can't matter any more if it has too many. */
  private long used(Connection connection, byte[] workspace, Identity identity, Change change)
      throws SQLException {
    Long counted = change.used().get(identity.workspace());
    long used = counted == null ? count(connection, workspace) : counted;
    if (counted == null && used >= Resets.BUDGET) {
      long before = change.state().epochMillis() - Resets.LIFE_MILLIS;
      used -= update(connection, "forget", workspace, before);
    }
    change.used().put(identity.workspace(), used);
    return used;
  }

  private long count(Connection connection, byte[] workspace) throws SQLException {
    return list(connection, "count", row -> row.getLong("resets"), (Object) workspace)
        .get(0);
  }

  /** The next resets in the order of their changes. */
  public Page since(Connection connection, Position position) throws SQLException {
    State state = state(connection);
    boolean isKnown =
        position.generation().equals(state.generation()) && position.revision() <= state.revision();
    long from = isKnown ? position.revision() : 0;
    List<Reset> resets = new ArrayList<>();
    List<Long> revisions = new ArrayList<>();
    if (from < state.revision()) {
      list(
          connection,
          "since",
          row -> resets.add(reset(row)) && revisions.add(row.getLong("revision")),
          from,
          Resets.PAGE + 1L);
    }
    boolean isLast = resets.size() <= Resets.PAGE;
    List<Reset> page = isLast ? resets : resets.subList(0, Resets.PAGE);
    long next = page.isEmpty() ? from : revisions.get(page.size() - 1);
    return new Page(new Position(state.generation(), next), page, from == 0, isLast);
  }

  private static Reset reset(ResultSet row) throws SQLException {
    Identity identity = new Identity(
        ReadableText.decode(row.getString("workspace_id")),
        ReadableText.decode(row.getString("namespace")),
        ReadableText.decode(row.getString("identifier")));
    return new Reset(identity, row.getLong("epoch"));
  }

  /** The same as of a subject with windows of no length, which there are none of. */
  private static byte[] digest(Identity identity) {
    SubjectDigest digest = SubjectDigest.of(
        new SubjectKey(identity.workspace(), identity.namespace(), identity.identifier(), 0));
    return ByteBuffer.allocate(2 * Long.BYTES)
        .putLong(digest.high())
        .putLong(digest.low())
        .array();
  }

  private int update(Connection connection, String name, Object... values) throws SQLException {
    try (PreparedStatement statement = prepare(connection, name, values)) {
      return statement.executeUpdate();
    }
  }

  private <T> List<T> list(Connection connection, String name, Shape<T> shape, Object... values)
      throws SQLException {
    try (PreparedStatement statement = prepare(connection, name, values);
        ResultSet rows = statement.executeQuery()) {
      List<T> found = new ArrayList<>();
      while (rows.next()) {
        found.add(shape.of(rows));
      }
      return found;
    }
  }

  private PreparedStatement prepare(Connection connection, String name, Object... values)
      throws SQLException {
    PreparedStatement statement =
        connection.prepareStatement(dialect.statement(ResetTable.class, name));
    try {
      statement.setQueryTimeout(Dialect.STATEMENT_SECONDS);
      for (int i = 0; i < values.length; i++) {
        if (values[i] instanceof String text) {
          statement.setString(i + 1, ReadableText.encode(text));
        } else if (values[i] instanceof byte[] bytes) {
          statement.setBytes(i + 1, bytes);
        } else {
          statement.setLong(i + 1, (Long) values[i]);
        }
      }
      return statement;
    } catch (SQLException e) {
      statement.close();
      throw e;
    }
  }
}
