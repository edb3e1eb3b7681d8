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
 * This server's directory, as far as it comes from the store. Once the store was replaced by one with lower revisions, they are
 * shifted, so that the directory takes what it says now for newer than everything it said before.
 */
final class DirectoryUpdater implements DirectoryChanges.ChangeListener {
  private static final Logger LOG = System.getLogger(DirectoryUpdater.class.getName());

  /** Several times what a statement may take. More would keep more of them in memory. */
  private static final long DELETED_NANOS = 60_000_000_000L;

  private final Directory directory;

  /** Written and read by the polling thread alone. */
  private boolean isReadingAll;

  // Guarded by this object's lock.
  private long shift;
  private long highest;
  private boolean isComplete;
  private long mark;
  private long markNanos;

  DirectoryUpdater(Directory directory) {
    this.directory = directory;
  }

  /** From now on everything is newer than all that was told before. */
  synchronized void restart() {
    shift = highest;
  }

  /** From now on everything is newer than this revision. */
  synchronized void startAfter(long revision) {
    highest = Math.max(highest, revision);
    shift = highest;
  }

  /** Takes over what is older than all that was told since {@link #startAfter}, unless everything was told by now. */
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
   * Lets everything be told, twice if there is not enough room for all of it.
   *
   * @param changeSource tells everything
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

  /** Tells what is in the store. */
  interface ChangeSource {
    void readInto(DirectoryChanges.ChangeListener changeListener) throws SQLException;
  }

  /** Whether there is room by now for something that was left out. */
  boolean isWorthReadingAgain() {
    return directory.budget().isWorthReadingAgain();
  }

  /** Says of which workspaces something is not in memory, if that is news. */
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
   * Forgets some time after they were deleted which overrides were. Whoever read an older state has told it by then: no
   * statement takes as long.
   */
  synchronized void forgetDeleted(long nowNanos) {
    if (nowNanos - markNanos >= DELETED_NANOS) {
      directory.forgetDeletedUpTo(mark);
      mark = highest;
      markNanos = nowNanos;
    }
  }

  /** Forgets what was told before the last new start and not again since. */
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
    LimitOverride told = row.at(shifted(row.revision()));
    directory.apply(told);
    return told;
  }

  /** States of overrides that somebody asked for: what was left out stays so, and is not counted again. */
  synchronized void refresh(List<LimitOverride> rows) {
    rows.forEach(this::override);
  }

  /** Whose the namespace of this id is. */
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
