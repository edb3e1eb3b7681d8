// SPDX-License-Identifier: Apache-2.0
/** Scenarios to simulate: the built-in ones and their validation. */
@NullMarked
package io.weir.simulator.scenario;

import org.jspecify.annotations.NullMarked;
