// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator;

import io.weir.simulator.measure.VirtualTimeSimulator;
import io.weir.simulator.report.HtmlReport;
import io.weir.simulator.report.JsonReport;
import io.weir.simulator.result.SimulationResult;
import io.weir.simulator.run.Simulator;
import io.weir.time.NanoClock;
import java.io.IOException;
import java.io.OutputStream;

/**
 * The dependencies of the command line.
 *
 * @param simulator runs simulations
 * @param json writes results as JSON: the same bytes for the same results
 * @param html writes results as an HTML report
 * @param clock the real clock, used only for progress and speed
 */
record SimulatorEnvironment(
    Simulator simulator, ResultWriter json, ResultWriter html, NanoClock clock) {

  /** Writes the results of a simulation in one format. */
  interface ResultWriter {
    /**
     * Writes the results.
     *
     * @param simulationResult the results
     * @param command the command that repeats the simulation
     * @param out the destination, which stays open
     */
    void write(SimulationResult simulationResult, String command, OutputStream out)
        throws IOException;
  }

  /** Returns the environment used in production. */
  static SimulatorEnvironment production() {
    return new SimulatorEnvironment(
        new VirtualTimeSimulator(),
        (simulationResult, command, out) -> JsonReport.write(simulationResult, out),
        (simulationResult, command, out) ->
            HtmlReport.of(simulationResult).withCommand(command).write(out),
        NanoClock.system());
  }
}
