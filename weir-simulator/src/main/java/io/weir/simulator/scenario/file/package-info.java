// SPDX-License-Identifier: Apache-2.0
/**
 * Scenarios that people write: lines of {@code key = value}. Starting point:
 * {@link io.weir.simulator.scenario.file.ScenarioFile}.
 */
@NullMarked
package io.weir.simulator.scenario.file;

import org.jspecify.annotations.NullMarked;
