// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator;

import io.weir.simulator.result.Run;
import io.weir.simulator.run.RunProgress;
import io.weir.simulator.run.RunTask;
import io.weir.simulator.run.Simulator;
import io.weir.simulator.summary.RunFixtures;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The outcome of a command that ran with a fake simulator.
 *
 * @param exit the exit code
 * @param out the standard output
 * @param err the error output
 * @param tasks the requested runs
 */
record CommandSession(int exit, String out, String err, List<RunTask> tasks) {

  /** Runs a command. */
  static CommandSession of(String... args) {
    return with((runTask, runProgress) -> answer(runTask), args);
  }

  /** Runs a command with this simulator. Every reading of the clock advances it by a second. */
  static CommandSession with(Simulator simulator, String... args) {
    List<RunTask> tasks = new ArrayList<>();
    Simulator listening = (RunTask runTask, RunProgress runProgress) -> {
      tasks.add(runTask);
      return simulator.run(runTask, runProgress);
    };
    long[] nanos = {0};
    SimulatorEnvironment simulatorEnvironment = new SimulatorEnvironment(
        listening,
        (simulationResult, command, out) ->
            out.write(("json " + simulationResult.runs().size()).getBytes(StandardCharsets.UTF_8)),
        (simulationResult, command, out) ->
            out.write(("page " + command).getBytes(StandardCharsets.UTF_8)),
        () -> nanos[0] += 1_000_000_000L);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exit = Main.run(args, simulatorEnvironment, out, err);
    return new CommandSession(
        exit,
        out.toString(StandardCharsets.UTF_8),
        err.toString(StandardCharsets.UTF_8),
        List.copyOf(tasks));
  }

  static Run answer(RunTask runTask) {
    return RunFixtures.of(runTask.contender().title(), runTask.load(), 0.25);
  }

  /** Returns the first line of the error output. */
  String firstError() {
    return err.lines().findFirst().orElse("");
  }
}
