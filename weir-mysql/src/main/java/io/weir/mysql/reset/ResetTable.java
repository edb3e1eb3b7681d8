// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.reset;

import io.weir.SubjectKey;
import io.weir.ledger.SubjectDigest;
import io.weir.reset.Resets;
import io.weir.reset.Resets.Reset;
import io.weir.reset.Resets.ResetPage;
import io.weir.reset.Resets.ResetPosition;
import io.weir.reset.Resets.ResetTarget;
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

/** Queries and updates of the tables of resets. Each change must be all of a transaction. */
public final class ResetTable {
  private final Dialect dialect;

  /** Creates the statements in this dialect. */
  public ResetTable(Dialect dialect) {
    this.dialect = dialect;
  }

  /** The latest change, and the database's time. */
  private record ResetState(long revision, String generation, long epochMillis) {}

  private interface ResetRowMapper<T> {
    T of(ResultSet row) throws SQLException;
  }

  /**
   * A change in progress.
   *
   * @param state the state when it began
   * @param used how many identifiers with resets the workspaces have, as far as they were counted
   */
  private record ResetChange(ResetState state, Map<String, Long> used) {}

  /** Begins a new epoch, not before this one; empty if the workspace has no room for another identifier. */
  public OptionalLong raise(Connection connection, ResetTarget resetTarget, long minEpoch)
      throws SQLException {
    ResetState resetState = begin(connection);
    long known = known(connection, resetTarget);
    long epoch = Math.max(Math.max(minEpoch, resetState.epochMillis()), known + 1);
    ResetChange resetChange = new ResetChange(resetState, new HashMap<>());
    return put(connection, new Reset(resetTarget, epoch), known, resetChange)
        ? OptionalLong.of(epoch)
        : OptionalLong.empty();
  }

  /** Ensures that these epochs, or later ones, are stored. False if all of them already were. */
  public boolean store(Connection connection, List<Reset> resets) throws SQLException {
    if (!hasChanges(connection, resets)) {
      return false;
    }
    ResetState resetState = begin(connection);
    ResetChange resetChange = new ResetChange(resetState, new HashMap<>());
    for (Reset reset : resets) {
      long known = known(connection, reset.identity());
      if (known < reset.epoch() && put(connection, reset, known, resetChange)) {
        ResetState next = resetChange.state();
        resetChange = new ResetChange(
            new ResetState(next.revision() + 1, next.generation(), next.epochMillis()),
            resetChange.used());
      }
    }
    update(
        connection,
        "set-revision",
        Math.max(resetState.revision(), resetChange.state().revision() - 1));
    return true;
  }

  /** Checks without a lock, because most of the resets are usually known already. */
  private boolean hasChanges(Connection connection, List<Reset> resets) throws SQLException {
    for (Reset reset : resets) {
      if (known(connection, reset.identity()) < reset.epoch()) {
        return true;
      }
    }
    return false;
  }

  private ResetState begin(Connection connection) throws SQLException {
    if (update(connection, "raise-revision") != 1) {
      throw new SQLException("the one row of ratelimit_reset_revision is missing");
    }
    return state(connection);
  }

  private ResetState state(Connection connection) throws SQLException {
    List<ResetState> rows = list(
        connection,
        "state",
        row -> new ResetState(
            row.getLong("revision"), row.getString("generation"), row.getLong("epoch_millis")));
    if (rows.isEmpty()) {
      throw new SQLException("the one row of ratelimit_reset_revision is missing");
    }
    return rows.get(0);
  }

  private long known(Connection connection, ResetTarget resetTarget) throws SQLException {
    List<Long> rows =
        list(connection, "epoch", row -> row.getLong("epoch"), (Object) digest(resetTarget));
    return rows.isEmpty() ? 0 : rows.get(0);
  }

  private boolean put(Connection connection, Reset reset, long known, ResetChange resetChange)
      throws SQLException {
    ResetTarget resetTarget = reset.identity();
    long revision = resetChange.state().revision();
    if (known > 0) {
      update(connection, "update", reset.epoch(), revision, digest(resetTarget));
      return true;
    }
    byte[] workspace = digest(new ResetTarget(resetTarget.workspace(), "", ""));
    if (used(connection, workspace, resetTarget, resetChange) >= Resets.BUDGET) {
      return false;
    }
    update(
        connection,
        "insert",
        digest(resetTarget),
        workspace,
        resetTarget.workspace(),
        resetTarget.namespace(),
        resetTarget.identifier(),
        reset.epoch(),
        revision);
    resetChange.used().merge(resetTarget.workspace(), 1L, Long::sum);
    return true;
  }

  /**
   * Returns how many identifiers with resets a workspace has. If there are too many, those that can no longer matter
   * are deleted first.
   */
  private long used(
      Connection connection, byte[] workspace, ResetTarget resetTarget, ResetChange resetChange)
      throws SQLException {
    Long counted = resetChange.used().get(resetTarget.workspace());
    long used = counted == null ? count(connection, workspace) : counted;
    if (counted == null && used >= Resets.BUDGET) {
      long before = resetChange.state().epochMillis() - Resets.RETENTION_MILLIS;
      used -= update(connection, "forget", workspace, before);
    }
    resetChange.used().put(resetTarget.workspace(), used);
    return used;
  }

  private long count(Connection connection, byte[] workspace) throws SQLException {
    return list(connection, "count", row -> row.getLong("resets"), (Object) workspace)
        .get(0);
  }

  /** Returns the next resets in the order of their changes. */
  public ResetPage since(Connection connection, ResetPosition resetPosition) throws SQLException {
    ResetState resetState = state(connection);
    boolean isKnown = resetPosition.generation().equals(resetState.generation())
        && resetPosition.revision() <= resetState.revision();
    long from = isKnown ? resetPosition.revision() : 0;
    List<Reset> resets = new ArrayList<>();
    List<Long> revisions = new ArrayList<>();
    if (from < resetState.revision()) {
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
    return new ResetPage(new ResetPosition(resetState.generation(), next), page, from == 0, isLast);
  }

  private static Reset reset(ResultSet row) throws SQLException {
    ResetTarget resetTarget = new ResetTarget(
        ReadableText.decode(row.getString("workspace_id")),
        ReadableText.decode(row.getString("namespace")),
        ReadableText.decode(row.getString("identifier")));
    return new Reset(resetTarget, row.getLong("epoch"));
  }

  /** The digest of a subject with a window of length zero, which does not exist otherwise. */
  private static byte[] digest(ResetTarget resetTarget) {
    SubjectDigest digest = SubjectDigest.of(new SubjectKey(
        resetTarget.workspace(), resetTarget.namespace(), resetTarget.identifier(), 0));
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

  private <T> List<T> list(
      Connection connection, String name, ResetRowMapper<T> resetRowMapper, Object... values)
      throws SQLException {
    try (PreparedStatement statement = prepare(connection, name, values);
        ResultSet rows = statement.executeQuery()) {
      List<T> found = new ArrayList<>();
      while (rows.next()) {
        found.add(resetRowMapper.of(rows));
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
