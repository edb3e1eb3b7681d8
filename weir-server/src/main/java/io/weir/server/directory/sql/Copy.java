// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.sql;

import io.weir.server.directory.Directory;
import io.weir.server.directory.LimitOverride;
import io.weir.server.directory.Namespace;
import io.weir.server.directory.RootKey;
import io.weir.server.directory.Workspace;
import io.weir.server.directory.table.Changes;
import java.util.List;

/**
 * This server's directory, as far as it comes from the store. Once the store was replaced by one with lower revisions, they are
 * shifted, so that the directory takes what it says now for newer than everything it said before.
 */
final class Copy implements Changes.Listener {
  private final Directory directory;

  // Guarded by this object's lock.
  private long shift;
  private long highest;
  private boolean isComplete;

  Copy(Directory directory) {
    this.directory = directory;
  }

  /** From now on everything is newer than all that was told before. */
  synchronized void startAnew() {
    shift = highest;
  }

  /** From now on everything is newer than this revision. */
  synchronized void startAfter(long revision) {
    highest = Math.max(highest, revision);
    shift = highest;
  }

  /** Takes over what is older than all that was told since {@link #startAfter}, unless everything was told by now. */
  synchronized void addOld(Directory.Contents old) {
    if (isComplete) {
      return;
    }
    old.workspaces().forEach(directory::apply);
    old.namespaces().forEach(directory::apply);
    directory.applyAll(old.overrides());
    old.keys().forEach(directory::apply);
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

  @Override
  public synchronized void workspaces(List<Workspace> page) {
    page.forEach(row -> directory.apply(row.at(shifted(row.revision()))));
  }

  @Override
  public synchronized void namespaces(List<Namespace> page) {
    page.forEach(this::namespace);
  }

  @Override
  public synchronized void overrides(List<LimitOverride> page) {
    directory.applyAll(page.stream().map(row -> row.at(shifted(row.revision()))).toList());
  }

  @Override
  public synchronized void keys(List<RootKey> page) {
    page.forEach(row -> directory.apply(row.at(shifted(row.revision()))));
  }
}
