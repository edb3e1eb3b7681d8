// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator;

import io.weir.simulator.result.Run;
import io.weir.simulator.run.Progress;
import io.weir.simulator.run.Simulator;
import io.weir.simulator.run.Task;
import io.weir.simulator.summary.Runs;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What a command did, with a simulator that makes its answers up.
 *
 * @param exit its exit code
 * @param out what it printed
 * @param err what it complained about
 * @param tasks what it wanted to have simulated
 */
record Session(int exit, String out, String err, List<Task> tasks) {

  /** Runs a command. */
  static Session of(String... args) {
    return with((task, progress) -> answer(task), args);
  }

  /** Runs a command with this simulator. Every look at the clock takes a second. */
  static Session with(Simulator simulator, String... args) {
    List<Task> tasks = new ArrayList<>();
    Simulator listening = (Task task, Progress progress) -> {
      tasks.add(task);
      return simulator.run(task, progress);
    };
    long[] nanos = {0};
    Wiring wiring = new Wiring(
        listening,
        (outcome, command, out) ->
            out.write(("json " + outcome.runs().size()).getBytes(StandardCharsets.UTF_8)),
        (outcome, command, out) -> out.write(("page " + command).getBytes(StandardCharsets.UTF_8)),
        () -> nanos[0] += 1_000_000_000L);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exit = Main.run(args, wiring, out, err);
    return new Session(
        exit,
        out.toString(StandardCharsets.UTF_8),
        err.toString(StandardCharsets.UTF_8),
        List.copyOf(tasks));
  }

  static Run answer(Task task) {
    return Runs.of(task.contender().title(), task.load(), 0.25);
  }

  /** The first line of what it complained about. */
  String complaint() {
    return err.lines().findFirst().orElse("");
  }
}
