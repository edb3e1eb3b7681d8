// SPDX-License-Identifier: Apache-2.0
/** The process as its agents know it: its names, its clocks, its observer. Internal to the engine. */
@NullMarked
package io.weir.process;

import org.jspecify.annotations.NullMarked;
