// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.scenario.file;

/**
 * A line that says something.
 *
 * @param line its number, counted from 1
 * @param key what is set
 * @param value to what
 */
record ScenarioEntry(int line, String key, String value) {}
