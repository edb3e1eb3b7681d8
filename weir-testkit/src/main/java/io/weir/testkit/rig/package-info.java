// SPDX-License-Identifier: Apache-2.0
/** Engines on one clock that a test advances manually. Starting point: {@link io.weir.testkit.rig.TestProcesses}. */
@NullMarked
package io.weir.testkit.rig;

import org.jspecify.annotations.NullMarked;
