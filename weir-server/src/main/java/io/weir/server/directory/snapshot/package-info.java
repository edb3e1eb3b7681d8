// SPDX-License-Identifier: Apache-2.0
/**
 * Snapshots: the last directory that a server read, in a file of its data folder, from which it starts while the
 * database is unavailable. Starting point: {@link io.weir.server.directory.snapshot.SnapshotWriter}.
 */
@NullMarked
package io.weir.server.directory.snapshot;

import org.jspecify.annotations.NullMarked;
