// SPDX-License-Identifier: Apache-2.0
/**
 * The administration of workspaces, keys and namespaces by operators: as commands, in this process or through the
 * socket of a running server. Starting points: {@link io.weir.server.admin.Administration} and {@link
 * io.weir.server.admin.AdminCommands}.
 */
@NullMarked
package io.weir.server.admin;

import org.jspecify.annotations.NullMarked;
