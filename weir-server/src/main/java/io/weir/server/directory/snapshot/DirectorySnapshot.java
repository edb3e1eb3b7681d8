// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.snapshot;

import io.weir.server.directory.Directory.DirectoryContents;
import io.weir.server.directory.LimitOverride;
import io.weir.server.directory.Namespace;
import io.weir.server.directory.RootKey;
import io.weir.server.directory.Workspace;
import io.weir.server.directory.table.StorePosition;
import java.util.stream.LongStream;

/**
 * A directory as it was once read from the database.
 *
 * @param database which database it was, without user, password and parameters
 * @param position how far the database's changes were
 * @param asOfMillis when it was last known to be up to date, in Unix milliseconds
 * @param contents what was in it
 */
public record DirectorySnapshot(
    String database, StorePosition position, long asOfMillis, DirectoryContents contents) {

  /** The highest revision in it. */
  public long newest() {
    return LongStream.of(
            contents.keys().stream().mapToLong(RootKey::revision).max().orElse(0),
            contents.workspaces().stream().mapToLong(Workspace::revision).max().orElse(0),
            contents.namespaces().stream().mapToLong(Namespace::revision).max().orElse(0),
            contents.overrides().stream()
                .mapToLong(LimitOverride::revision)
                .max()
                .orElse(0))
        .max()
        .orElse(0);
  }
}
