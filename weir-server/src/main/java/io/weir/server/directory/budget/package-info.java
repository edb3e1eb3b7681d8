// SPDX-License-Identifier: Apache-2.0
/** How much memory the directory may take, for all workspaces together and for each of them. */
@NullMarked
package io.weir.server.directory.budget;

import org.jspecify.annotations.NullMarked;
