// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.resets;

import io.weir.CellKey;
import io.weir.Decision;
import io.weir.LimitPolicy;
import io.weir.SubjectKey;
import io.weir.ledger.InMemoryLedger;
import io.weir.ledger.Ledger;
import io.weir.ledger.LedgerOptions;
import io.weir.origin.InMemoryOrigin;
import io.weir.origin.Origin;
import io.weir.reset.ResetResult;
import io.weir.testkit.rig.TestProcess;
import io.weir.testkit.rig.TestProcesses;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Two regions on one ledger, each with an origin and two processes, stepped by the test. */
final class TwoRegions {
  /** A count that cannot have been spent: as a broken process or a manual change would write it. */
  static final long WRONG = 1L << 50; // far above every limit, and low enough not to be skipped

  final TestProcesses testProcesses = new TestProcesses();
  final AvailabilitySwitch ledgerPower = new AvailabilitySwitch();
  final AvailabilitySwitch originPower = new AvailabilitySwitch();
  final InMemoryLedger ledger = new InMemoryLedger(testProcesses.clock());
  final Map<String, InMemoryOrigin> origins = new HashMap<>();
  final List<TestProcess> all = new ArrayList<>();

  TwoRegions() {
    for (String region : List.of("a", "a", "b", "b")) {
      all.add(start(region));
    }
    testProcesses.pass(1_000, 5);
  }

  /** Adds a process. */
  TestProcess start(String region) {
    InMemoryOrigin origin =
        origins.computeIfAbsent(region, name -> new InMemoryOrigin(testProcesses.clock()));
    return testProcesses.add(builder -> builder
        .origin(new FailingOrigin(origin, originPower))
        .ledger(new FailingLedger(ledger, ledgerPower))
        .ledgerOptions(LedgerOptions.defaults().withMinimumRegions(2))
        .region(region));
  }

  /** Kills all processes and starts the same number. */
  void restartAll() {
    List<TestProcess> before = List.copyOf(all);
    before.forEach(testProcesses::kill);
    all.clear();
    for (String region : List.of("a", "a", "b", "b")) {
      all.add(start(region));
    }
    testProcesses.pass(700, 5);
  }

  /** Writes counts that were never spent, under the name that an identifier has without a reset. */
  void writeWrongCounts(LimitPolicy limitPolicy, String identifier, int windowsAgo) {
    CellKey now = testProcesses.cell(limitPolicy, identifier);
    CellKey cell = new CellKey(now.subject(), now.sequence() - windowsAgo);
    ledger
        .push(List.of(new Ledger.Component(cell, "broken", "", WRONG)))
        .toCompletableFuture()
        .join();
    for (InMemoryOrigin origin : origins.values()) {
      origin
          .publish(List.of(
              new Origin.Publication(cell, "broken.1", WRONG, 3 * limitPolicy.durationMillis())))
          .toCompletableFuture()
          .join();
    }
  }

  ResetResult reset(TestProcess at, String identifier) {
    CompletableFuture<ResetResult> result = at.engine().reset("w", "n", identifier);
    for (int i = 0; i < 5_000 && !result.isDone(); i++) {
      testProcesses.pass(1);
    }
    return result.join();
  }

  /** Runs one check in each process, and returns whether they were allowed. */
  List<Boolean> ask(LimitPolicy limitPolicy, String identifier) {
    List<Boolean> allowed = new ArrayList<>();
    for (TestProcess testProcess : all) {
      allowed.add(spend(testProcess, limitPolicy, identifier, 1));
    }
    return allowed;
  }

  /** Returns whether a process allows this; time passes until it has decided. */
  boolean spend(TestProcess testProcess, LimitPolicy limitPolicy, String identifier, long cost) {
    CompletableFuture<Decision> decision = testProcess.checkAsync(limitPolicy, identifier, cost);
    for (int i = 0; i < 1_000 && !decision.isDone(); i++) {
      testProcesses.pass(1);
    }
    return decision.join().allowed();
  }

  /** Returns the name of the current window after this reset. */
  CellKey after(LimitPolicy limitPolicy, String identifier, long epoch) {
    CellKey plain = testProcesses.cell(limitPolicy, identifier);
    return new CellKey(
        new SubjectKey("w", "n", identifier, limitPolicy.durationMillis(), epoch),
        plain.sequence());
  }
}
