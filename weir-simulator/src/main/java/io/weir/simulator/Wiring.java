// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator;

import io.weir.simulator.measure.VirtualTime;
import io.weir.simulator.report.HtmlReport;
import io.weir.simulator.report.JsonReport;
import io.weir.simulator.result.Outcome;
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
record Wiring(Simulator simulator, Sheet json, Sheet html, NanoClock clock) {

  /** A way to write an outcome down. */
  interface Sheet {
    /**
     * Writes it.
     *
     * @param outcome what came out
     * @param command the command that repeats it
     * @param out where to; stays open
     */
    void write(Outcome outcome, String command, OutputStream out) throws IOException;
  }

  /** The real thing. */
  static Wiring real() {
    return new Wiring(
        new VirtualTime(),
        (outcome, command, out) -> JsonReport.write(outcome, out),
        (outcome, command, out) -> HtmlReport.of(outcome).withCommand(command).write(out),
        NanoClock.system());
  }
}
