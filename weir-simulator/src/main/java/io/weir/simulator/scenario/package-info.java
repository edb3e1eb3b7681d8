// SPDX-License-Identifier: Apache-2.0
/** What is simulated: the built-in scenarios, and those that people write into a file. */
@NullMarked
package io.weir.simulator.scenario;

import org.jspecify.annotations.NullMarked;
