// SPDX-License-Identifier: Apache-2.0
/** The commands of the {@code weir} launcher, each in its own package. Starting point: {@link io.weir.cli.Main}. */
@NullMarked
package io.weir.cli;

import org.jspecify.annotations.NullMarked;
