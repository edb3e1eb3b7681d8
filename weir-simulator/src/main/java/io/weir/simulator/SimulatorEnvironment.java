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
 * What the command line is connected to.
 *
 * @param simulator runs simulations
 * @param json writes an outcome for programs: the same bytes for the same outcome
 * @param html writes an outcome for people
 * @param clock the real time, for progress and speed only
 */
record SimulatorEnvironment(
    Simulator simulator, ResultWriter json, ResultWriter html, NanoClock clock) {

  /** A way to write an outcome down. */
  interface ResultWriter {
    /**
     * Writes it.
     *
     * @param simulationResult what came out
     * @param command the command that repeats it
     * @param out where to; stays open
     */
    void write(SimulationResult simulationResult, String command, OutputStream out)
        throws IOException;
  }

  /** The real thing. */
  static SimulatorEnvironment production() {
    return new SimulatorEnvironment(
        new VirtualTimeSimulator(),
        (simulationResult, command, out) -> JsonReport.write(simulationResult, out),
        (simulationResult, command, out) ->
            HtmlReport.of(simulationResult).withCommand(command).write(out),
        NanoClock.system());
  }
}
