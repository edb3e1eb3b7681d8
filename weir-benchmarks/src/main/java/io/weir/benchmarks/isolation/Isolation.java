// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.isolation;

import io.weir.benchmarks.isolation.attack.Attack;
import io.weir.benchmarks.report.Report;
import io.weir.benchmarks.server.Findings;
import io.weir.benchmarks.server.Workshop;
import io.weir.benchmarks.server.site.Usage;
import io.weir.benchmarks.server.site.WeirSite;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What does an honest client notice while others attack the server? */
public final class Isolation {
  private final IsolationSettings settings;
  private final PrintStream progress;
  private final Findings findings;
  private final List<AttackResult> results = new ArrayList<>();

  private Isolation(IsolationSettings settings, PrintStream progress) {
    this.settings = settings;
    this.progress = progress;
    this.findings = new Findings(progress);
  }

  /** Runs the attacks one after the other, each on a new server. */
  public static Report run(IsolationSettings settings, PrintStream progress) {
    Isolation run = new Isolation(settings, progress);
    Optional<Path> target = WeirSite.built();
    if (!Usage.isKnown()) {
      run.findings.fail(
          "the CPU time of other processes is read from /proc, which this system does not have");
    } else if (target.isEmpty()) {
      run.findings.fail(
          "the server is not built, or this was not started by ./weir bench isolation");
    } else {
      run.measure(target.get());
    }
    return run.findings.report();
  }

  private void measure(Path target) {
    Optional<String> absence = Stores.absence();
    try (Workshop workshop = Workshop.open()) {
      for (Attack attack : settings.attacks()) {
        boolean hasStores = settings.redis() || attack.needsRedis();
        if (hasStores && absence.isPresent()) {
          findings.miss(attack.name() + ": " + absence.get());
        } else if (hasStores) {
          findings.attempt(attack.name(), () -> withStores(attack, target, workshop.folder()));
        } else {
          findings.attempt(attack.name(), () -> alone(attack, target, workshop.folder()));
        }
      }
    }
    if (!results.isEmpty()) {
      IsolationTables tables = new IsolationTables(results);
      findings.add(tables.latency());
      findings.add(tables.attackers());
    }
  }

  private void alone(Attack attack, Path target, Path folder) {
    findings.tell(attack.name() + ": starting");
    try (WeirSite server = WeirSite.first(target, folder, flags(List.of()))) {
      trial(attack, server, List.of("--data", server.data().toString()));
    }
  }

  private void withStores(Attack attack, Path target, Path folder) {
    findings.tell(attack.name() + ": starting stores");
    try (Stores stores = Stores.start();
        WeirSite server = WeirSite.first(target, folder, flags(stores.flags()))) {
      trial(attack, server, stores.place());
    }
  }

  private WeirSite.Flags flags(List<String> server) {
    // Otherwise the growth of the heap is measured too: in a virtual machine, fresh pages can cost
    // tens of milliseconds.
    List<String> java = List.of(
        "-Xms" + settings.heap(),
        "-Xmx" + settings.heap(),
        "-XX:+AlwaysPreTouch",
        "-XX:+ExitOnOutOfMemoryError");
    return new WeirSite.Flags(java, server);
  }

  private void trial(Attack attack, WeirSite server, List<String> place) {
    AttackTrial trial = new AttackTrial(
        server, place, settings.lengths(), what -> findings.tell(attack.name() + ": " + what));
    AttackResult result = trial.run(attack);
    results.add(result);
    IsolationTables.rows(result).forEach(findings::add);
    if (!result.faults().isEmpty()) {
      findings.fail(attack.name() + ": wrong decisions, the first one is "
          + result.faults().get(0));
    }
    if (!server.isRunning()) {
      findings.fail(attack.name() + ": the server did not survive");
    }
    if (settings.verbose()) {
      progress.println();
      progress.println(server.log());
    }
  }
}
