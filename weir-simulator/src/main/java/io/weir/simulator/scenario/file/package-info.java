// SPDX-License-Identifier: Apache-2.0
/** Reads scenarios from YAML files. Starting point: {@link io.weir.simulator.scenario.file.ScenarioFile}. */
@NullMarked
package io.weir.simulator.scenario.file;

import org.jspecify.annotations.NullMarked;
