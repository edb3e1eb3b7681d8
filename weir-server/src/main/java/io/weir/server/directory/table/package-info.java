// SPDX-License-Identifier: Apache-2.0
/**
 * The directory's tables: queries and updates of workspaces, keys, namespaces and overrides, on a connection that the
 * caller manages. Starting point: {@link io.weir.server.directory.table.DirectorySession}.
 */
@NullMarked
package io.weir.server.directory.table;

import org.jspecify.annotations.NullMarked;
