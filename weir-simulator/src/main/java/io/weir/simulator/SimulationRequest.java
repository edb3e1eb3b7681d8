// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator;

import io.weir.simulator.run.ComparedPolicy;
import io.weir.simulator.run.RunTask;
import io.weir.simulator.scenario.Scenario;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What was asked for.
 *
 * @param scenario what is simulated, as changed by options
 * @param contenders who is put to the test
 * @param seed where every random number descends from
 * @param files where the outcome is written to
 * @param source how the scenario was named, and the options that changed it
 */
record SimulationRequest(
    Scenario scenario,
    List<ComparedPolicy> contenders,
    long seed,
    OutputFiles files,
    ScenarioSource source) {

  /**
   * Where the outcome is written to.
   *
   * @param json for programs
   * @param report for people
   */
  record OutputFiles(Optional<Path> json, Optional<Path> report) {}

  /**
   * Where the scenario comes from.
   *
   * @param name the name or file, as it was given
   * @param changes the options that changed it, ready for a command line
   */
  record ScenarioSource(String name, String changes) {}

  /** All runs: load by load, so that contenders of the same load can be compared early. */
  List<RunTask> tasks() {
    return scenario.loads().stream()
        .flatMap(load -> contenders.stream().map(who -> new RunTask(scenario, who, load, seed)))
        .toList();
  }

  /** The command that does this again. */
  String command() {
    return command(contenders, seed);
  }

  /** The command that does this again for some contenders and another seed. */
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

  /** As a shell has to be told. */
  private static String quoted(String word) {
    return word.matches("[A-Za-z0-9._/+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
