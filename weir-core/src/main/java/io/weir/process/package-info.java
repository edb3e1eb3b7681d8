// SPDX-License-Identifier: Apache-2.0
/** This process, as its agents know it: its names, its clocks, its observer. The engine's own: nothing here is for users. */
@NullMarked
package io.weir.process;

import org.jspecify.annotations.NullMarked;
