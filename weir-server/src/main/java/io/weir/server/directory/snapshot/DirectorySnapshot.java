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
 * A copy of a directory as it was read from the database.
 *
 * @param database the address of the database, without user, password and parameters
 * @param position the position in the database's changes
 * @param asOfMillis when it was last known to be up to date, in Unix milliseconds
 * @param contents the contents of the directory
 */
public record DirectorySnapshot(
    String database, StorePosition position, long asOfMillis, DirectoryContents contents) {

  /** Returns the highest revision in it. */
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
