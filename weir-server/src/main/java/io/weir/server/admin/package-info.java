// SPDX-License-Identifier: Apache-2.0
/**
 * What operators do to workspaces, keys and namespaces: as commands, in this process or through the socket of a server that
 * runs. Starting points: {@link io.weir.server.admin.Administration} and {@link io.weir.server.admin.AdminCommands}.
 */
@NullMarked
package io.weir.server.admin;

import org.jspecify.annotations.NullMarked;
