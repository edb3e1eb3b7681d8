// SPDX-License-Identifier: Apache-2.0
/**
 * The server's tenant settings: workspaces, root keys, namespaces and overrides. A {@link
 * io.weir.server.directory.Directory} answers from memory; a {@link io.weir.server.directory.TenantStore} changes
 * what all servers share.
 */
@NullMarked
package io.weir.server.directory;

import org.jspecify.annotations.NullMarked;
