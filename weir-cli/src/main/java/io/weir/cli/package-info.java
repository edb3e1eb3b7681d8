// SPDX-License-Identifier: Apache-2.0
/** The commands behind the {@code weir} launcher. */
@NullMarked
package io.weir.cli;

import org.jspecify.annotations.NullMarked;
