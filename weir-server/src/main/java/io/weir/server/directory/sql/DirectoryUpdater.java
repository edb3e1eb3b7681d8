// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.sql;

import io.weir.server.directory.Directory;
import io.weir.server.directory.LimitOverride;
import io.weir.server.directory.Namespace;
import io.weir.server.directory.RootKey;
import io.weir.server.directory.Workspace;
import io.weir.server.directory.budget.DirectoryBudget;
import io.weir.server.directory.budget.DirectoryUsage;
import io.weir.server.directory.budget.DirectoryUsage.EntryKind;
import io.weir.server.directory.table.DirectoryChanges;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.util.List;

/**
 * Applies states from the store to this server's directory. After the store was replaced by one with lower revisions,
 * revisions are shifted, so that every state from now on is newer than all earlier ones.
 */
final class DirectoryUpdater implements DirectoryChanges.ChangeListener {
  private static final Logger LOG = System.getLogger(DirectoryUpdater.class.getName());

  /**
   * How long deletions are remembered: several times as long as a statement may take. More would keep more of them in
   * memory.
   */
  private static final long DELETED_NANOS = 60_000_000_000L;

  private final Directory directory;

  /** Written and read only by the polling thread. */
  private boolean isReadingAll;

  // The fields below are guarded by this object's lock.
  private long shift;
  private long highest;
  private boolean isComplete;
  private long mark;
  private long markNanos;

  DirectoryUpdater(Directory directory) {
    this.directory = directory;
  }

  /** Makes everything from now on newer than everything received so far. */
  synchronized void restart() {
    shift = highest;
  }

  /** Makes everything from now on newer than this revision. */
  synchronized void startAfter(long revision) {
    highest = Math.max(highest, revision);
    shift = highest;
  }

  /**
   * Applies contents that are older than everything received since {@link #startAfter}, unless everything was already
   * received.
   */
  synchronized void addOld(Directory.DirectoryContents old) {
    if (isComplete) {
      return;
    }
    old.workspaces().forEach(directory::apply);
    directory.loadNamespaces(old.namespaces());
    directory.loadOverrides(old.overrides(), true);
    old.keys().forEach(directory::apply);
  }

  /**
   * Reads everything, twice if there is not enough room for all of it.
   *
   * @param changeSource reads everything
   */
  void readAll(ChangeSource changeSource) throws SQLException {
    DirectoryBudget budget = directory.budget();
    budget.beginFirstRound();
    isReadingAll = true;
    try {
      changeSource.readInto(this);
      if (budget.beginSecondRound()) {
        changeSource.readInto(this);
      }
    } finally {
      isReadingAll = false;
      budget.endRounds();
    }
  }

  /** A source of everything in the store. */
  interface ChangeSource {
    void readInto(DirectoryChanges.ChangeListener changeListener) throws SQLException;
  }

  /** Returns whether there is now room for something that was left out. */
  boolean isWorthReadingAgain() {
    return directory.budget().isWorthReadingAgain();
  }

  /** Logs for which workspaces something is not in memory, if that has changed. */
  void reportLeftOut() {
    for (DirectoryUsage each : directory.budget().newlyExceeded()) {
      LOG.log(
          Level.WARNING,
          "Workspace {0} uses {1} of the {2} bytes available to all namespaces and overrides: {3} of its namespaces and"
              + " {4} of its overrides are not in memory and do not apply. They remain in the database."
              + " Increase the heap or max-directory-bytes",
          each.workspaceId(),
          Long.toString(each.usedBytes()),
          Long.toString(directory.budget().maxBytes()),
          Long.toString(each.leftOutCount(EntryKind.NAMESPACE)),
          Long.toString(each.leftOutCount(EntryKind.OVERRIDE)));
    }
  }

  /**
   * Removes the records of deleted overrides some time after the deletion. By then, whatever read an older state has
   * applied it: no statement takes as long.
   */
  synchronized void forgetDeleted(long nowNanos) {
    if (nowNanos - markNanos >= DELETED_NANOS) {
      directory.forgetDeletedUpTo(mark);
      mark = highest;
      markNanos = nowNanos;
    }
  }

  /** Removes what was received before the last restart and not again since. */
  synchronized void forgetOld() {
    isComplete = true;
    directory.forgetUpTo(shift);
  }

  private long shifted(long revision) {
    highest = Math.max(highest, shift + revision);
    return shift + revision;
  }

  synchronized Namespace namespace(Namespace row) {
    return directory.apply(row.at(shifted(row.revision()))).namespace();
  }

  synchronized LimitOverride override(LimitOverride row) {
    LimitOverride received = row.at(shifted(row.revision()));
    directory.apply(received);
    return received;
  }

  /**
   * Applies the states of overrides that were requested. What was left out stays left out, and is not counted again.
   */
  synchronized void refresh(List<LimitOverride> rows) {
    rows.forEach(this::override);
  }

  /** Returns the workspace of the namespace with this id. */
  String ownerOf(String namespaceId) {
    return directory.ownerOf(namespaceId);
  }

  @Override
  public synchronized void workspaces(List<Workspace> page) {
    page.forEach(row -> directory.apply(row.at(shifted(row.revision()))));
  }

  @Override
  public synchronized void namespaces(List<Namespace> page) {
    directory.loadNamespaces(
        page.stream().map(row -> row.at(shifted(row.revision()))).toList());
  }

  @Override
  public synchronized void overrides(List<LimitOverride> page) {
    directory.loadOverrides(
        page.stream().map(row -> row.at(shifted(row.revision()))).toList(), isReadingAll);
  }

  @Override
  public synchronized void keys(List<RootKey> page) {
    page.forEach(row -> directory.apply(row.at(shifted(row.revision()))));
  }
}
