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

  Copy(Directory directory) {
    this.directory = directory;
  }

  /** From now on everything is newer than all that was told before. */
  synchronized void startAnew() {
    shift = highest;
  }

  /** Forgets what was told before the last new start and not again since. */
  synchronized void forgetOld() {
    directory.forgetUpTo(shift);
  }

  private long shifted(long revision) {
    highest = Math.max(highest, shift + revision);
    return shift + revision;
  }

  synchronized Namespace namespace(Namespace row) {
    Namespace told = new Namespace(
        row.id(), row.workspaceId(), row.name(), row.deleted(), shifted(row.revision()));
    return directory.apply(told).namespace();
  }

  synchronized LimitOverride override(LimitOverride row) {
    LimitOverride told = shift(row);
    directory.apply(told);
    return told;
  }

  private LimitOverride shift(LimitOverride row) {
    return new LimitOverride(
        row.id(),
        row.namespaceId(),
        row.identifier(),
        row.limit(),
        row.durationMillis(),
        row.deleted(),
        shifted(row.revision()));
  }

  @Override
  public synchronized void workspaces(List<Workspace> page) {
    page.forEach(row -> directory.apply(
        new Workspace(row.id(), row.name(), row.enabled(), row.quota(), shifted(row.revision()))));
  }

  @Override
  public synchronized void namespaces(List<Namespace> page) {
    page.forEach(this::namespace);
  }

  @Override
  public synchronized void overrides(List<LimitOverride> page) {
    directory.applyAll(page.stream().map(this::shift).toList());
  }

  @Override
  public synchronized void keys(List<RootKey> page) {
    page.forEach(row -> directory.apply(new RootKey(
        row.id(),
        row.workspaceId(),
        row.hash(),
        row.name(),
        row.permissions(),
        row.expiresAt(),
        row.enabled(),
        row.deleted(),
        shifted(row.revision()))));
  }
}
