// SPDX-License-Identifier: Apache-2.0
/**
 * The commands behind the {@code weir} launcher: each has a package of its own. Starting point:
 * {@link io.weir.cli.Main}.
 */
@NullMarked
package io.weir.cli;

import org.jspecify.annotations.NullMarked;
