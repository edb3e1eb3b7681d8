// SPDX-License-Identifier: Apache-2.0
/**
 * The directory's tables: what is said to the database of workspaces, keys, namespaces and overrides, on a connection that
 * somebody else holds. Starting point: {@link io.weir.server.directory.table.DirectorySession}.
 */
@NullMarked
package io.weir.server.directory.table;

import org.jspecify.annotations.NullMarked;
