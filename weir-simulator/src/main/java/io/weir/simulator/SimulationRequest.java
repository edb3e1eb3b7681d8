// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator;

import io.weir.simulator.run.ComparedPolicy;
import io.weir.simulator.run.RunTask;
import io.weir.simulator.scenario.Scenario;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A simulation requested on the command line.
 *
 * @param scenario the scenario to simulate, with the changes made by options
 * @param contenders the policies to compare
 * @param seed the seed of all random numbers
 * @param files the files to write the results to
 * @param source the name of the scenario as given, and the options that changed it
 */
record SimulationRequest(
    Scenario scenario,
    List<ComparedPolicy> contenders,
    long seed,
    OutputFiles files,
    ScenarioSource source) {

  /**
   * The files to write the results to.
   *
   * @param json the JSON file, for programs
   * @param report the HTML report, for people
   */
  record OutputFiles(Optional<Path> json, Optional<Path> report) {}

  /**
   * The origin of the scenario.
   *
   * @param name the name or file as given on the command line
   * @param changes the options that changed the scenario, formatted for a command line
   */
  record ScenarioSource(String name, String changes) {}

  /** Returns all runs, ordered by load, so that contenders under the same load can be compared early. */
  List<RunTask> tasks() {
    return scenario.loads().stream()
        .flatMap(load -> contenders.stream().map(each -> new RunTask(scenario, each, load, seed)))
        .toList();
  }

  /** Returns the command that repeats this request. */
  String command() {
    return command(contenders, seed);
  }

  /** Returns the command that repeats this request for the given contenders and seed. */
  String command(List<ComparedPolicy> some, long otherSeed) {
    boolean all = some.size() == ComparedPolicy.values().length;
    String policies = String.join(",", some.stream().map(ComparedPolicy::title).toList());
    return "./weir simulate --scenario %s --policy %s --regions %d --nodes %d --seed %d%s"
        .formatted(
            quoted(source.name()),
            all ? "all" : policies,
            scenario.topology().regions(),
            scenario.topology().nodes(),
            otherSeed,
            source.changes());
  }

  /** Quotes a word for a shell where necessary. */
  private static String quoted(String word) {
    return word.matches("[A-Za-z0-9._/+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
