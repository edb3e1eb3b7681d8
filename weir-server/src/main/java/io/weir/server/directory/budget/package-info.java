// SPDX-License-Identifier: Apache-2.0
/** The memory limits of the directory, in total and per workspace. */
@NullMarked
package io.weir.server.directory.budget;

import org.jspecify.annotations.NullMarked;
