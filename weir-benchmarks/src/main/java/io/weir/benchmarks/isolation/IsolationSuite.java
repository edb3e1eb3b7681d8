// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.isolation;

import io.weir.benchmarks.isolation.attack.Attack;
import io.weir.benchmarks.report.SuiteReport;
import io.weir.benchmarks.server.ServerFindings;
import io.weir.benchmarks.server.WorkFolders;
import io.weir.benchmarks.server.site.ProcessUsage;
import io.weir.benchmarks.server.site.WeirServerProcess;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Measures how attacks on the server affect an honest client. */
public final class IsolationSuite {
  private final IsolationSettings settings;
  private final PrintStream progress;
  private final ServerFindings serverFindings;
  private final List<AttackResult> results = new ArrayList<>();

  private IsolationSuite(IsolationSettings settings, PrintStream progress) {
    this.settings = settings;
    this.progress = progress;
    this.serverFindings = new ServerFindings(progress);
  }

  /** Runs the attacks sequentially, each on a new server. */
  public static SuiteReport run(IsolationSettings settings, PrintStream progress) {
    IsolationSuite run = new IsolationSuite(settings, progress);
    Optional<Path> target = WeirServerProcess.built();
    if (!ProcessUsage.isKnown()) {
      run.serverFindings.fail(
          "the CPU time of other processes is read from /proc, which this system does not have");
    } else if (target.isEmpty()) {
      run.serverFindings.fail(
          "the server is not built, or this was not started by ./weir bench isolation");
    } else {
      run.measure(target.get());
    }
    return run.serverFindings.report();
  }

  private void measure(Path target) {
    Optional<String> absence = AttackedStores.absence();
    try (WorkFolders workFolders = WorkFolders.open()) {
      for (Attack attack : settings.attacks()) {
        boolean hasStores = settings.redis() || attack.needsRedis();
        if (hasStores && absence.isPresent()) {
          serverFindings.miss(attack.name() + ": " + absence.get());
        } else if (hasStores) {
          serverFindings.attempt(
              attack.name(), () -> withStores(attack, target, workFolders.folder()));
        } else {
          serverFindings.attempt(attack.name(), () -> alone(attack, target, workFolders.folder()));
        }
      }
    }
    if (!results.isEmpty()) {
      IsolationTables tables = new IsolationTables(results);
      serverFindings.add(tables.latency());
      serverFindings.add(tables.attackers());
    }
  }

  private void alone(Attack attack, Path target, Path folder) {
    serverFindings.tell(attack.name() + ": starting");
    try (WeirServerProcess server = WeirServerProcess.first(target, folder, flags(List.of()))) {
      trial(attack, server, List.of("--data", server.data().toString()));
    }
  }

  private void withStores(Attack attack, Path target, Path folder) {
    serverFindings.tell(attack.name() + ": starting stores");
    try (AttackedStores attackedStores = AttackedStores.start();
        WeirServerProcess server =
            WeirServerProcess.first(target, folder, flags(attackedStores.flags()))) {
      trial(attack, server, attackedStores.place());
    }
  }

  private WeirServerProcess.ServerFlags flags(List<String> server) {
    // Without these flags, heap growth would be measured too: in a virtual machine, fresh pages can
    // cost tens of milliseconds.
    List<String> java = List.of(
        "-Xms" + settings.heap(),
        "-Xmx" + settings.heap(),
        "-XX:+AlwaysPreTouch",
        "-XX:+ExitOnOutOfMemoryError");
    return new WeirServerProcess.ServerFlags(java, server);
  }

  private void trial(Attack attack, WeirServerProcess server, List<String> place) {
    AttackTrial trial = new AttackTrial(
        server,
        place,
        settings.lengths(),
        step -> serverFindings.tell(attack.name() + ": " + step));
    AttackResult result = trial.run(attack);
    results.add(result);
    IsolationTables.rows(result).forEach(serverFindings::add);
    if (!result.faults().isEmpty()) {
      serverFindings.fail(attack.name() + ": wrong decisions, the first one is "
          + result.faults().get(0));
    }
    if (!server.isRunning()) {
      serverFindings.fail(attack.name() + ": the server did not survive");
    }
    if (settings.verbose()) {
      progress.println();
      progress.println(server.log());
    }
  }
}
