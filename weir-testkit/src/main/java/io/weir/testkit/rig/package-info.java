// SPDX-License-Identifier: Apache-2.0
/**
 * Engines on one clock that a test moves and steps by hand. Starting point: {@link
 * io.weir.testkit.rig.TestProcesses}.
 */
@NullMarked
package io.weir.testkit.rig;

import org.jspecify.annotations.NullMarked;
