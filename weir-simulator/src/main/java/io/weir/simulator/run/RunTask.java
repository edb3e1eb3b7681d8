// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.run;

import io.weir.simulator.scenario.Scenario;

/**
 * One run: a contender in a scenario under one of its loads.
 *
 * @param scenario the scenario to simulate
 * @param contender the policy under test
 * @param load the offered load, in the unit of the scenario's traffic shape
 * @param seed the seed of all random numbers
 */
public record RunTask(Scenario scenario, ComparedPolicy contender, double load, long seed) {}
