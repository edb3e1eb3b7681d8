// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.run;

import io.weir.simulator.scenario.Scenario;

/**
 * One run: a contender in a scenario under one of its loads.
 *
 * @param scenario what happens
 * @param contender who is put to the test
 * @param load how much is offered, in the terms of the scenario's shape
 * @param seed where every random number descends from
 */
public record RunTask(Scenario scenario, ComparedPolicy contender, double load, long seed) {}
