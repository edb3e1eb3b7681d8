// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.fleet;

import io.weir.CellKey;
import io.weir.Decision;
import io.weir.LimitPolicy;
import io.weir.SubjectKey;
import io.weir.engine.Limiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Random checks and batches on a fleet, and the truth about what was admitted where. */
final class FleetTraffic {
  static final List<LimitPolicy> LIMITS = List.of(
      LimitPolicy.of(40, Duration.ofSeconds(60)),
      LimitPolicy.of(300, Duration.ofMinutes(10)),
      LimitPolicy.of(6, Duration.ofSeconds(5)));

  private static final int IDENTIFIERS = 6;

  private final VirtualFleet virtualFleet;
  private final SplittableRandom random;
  private final List<String> log = new ArrayList<>();
  private final Map<CellKey, Map<String, Long>> admitted = new HashMap<>();

  FleetTraffic(VirtualFleet virtualFleet, long seed) {
    this.virtualFleet = virtualFleet;
    this.random = new SplittableRandom(seed);
  }

  /** Sends some checks and lets time pass, over and over, for this long. */
  void run(long millis) {
    long end = virtualFleet.clock().epochMillis() + millis;
    while (virtualFleet.clock().epochMillis() < end) {
      for (int burst = random.nextInt(4); burst > 0; burst--) {
        ask();
      }
      virtualFleet.run(random.nextLong(1, 40));
    }
  }

  private void ask() {
    FleetProcess fleetProcess =
        virtualFleet.nodes().get(random.nextInt(virtualFleet.nodes().size()));
    Limiter limiter = limiter(fleetProcess, LIMITS.get(random.nextInt(LIMITS.size())));
    String identifier = identifier();
    long cost = random.nextInt(4); // 0 is a look
    if (random.nextInt(5) > 0) {
      var unused = limiter
          .checkAsync(identifier, cost)
          .thenAccept(decision -> note(fleetProcess, limiter, identifier, decision));
      return;
    }
    Limiter other = limiter(fleetProcess, LIMITS.get(random.nextInt(LIMITS.size())));
    String second = identifier();
    var unused = fleetProcess
        .engine()
        .checkAsync(List.of(limiter.of(identifier, cost), other.of(second)))
        .thenAccept(batch -> {
          note(fleetProcess, limiter, identifier, batch.decisions().get(0));
          note(fleetProcess, other, second, batch.decisions().get(1));
        });
  }

  private String identifier() {
    return "id-" + Math.min(random.nextInt(IDENTIFIERS), random.nextInt(IDENTIFIERS));
  }

  Limiter limiter(FleetProcess fleetProcess, LimitPolicy limitPolicy) {
    return fleetProcess.engine().limiter("w", "n", limitPolicy);
  }

  private void note(
      FleetProcess fleetProcess, Limiter limiter, String identifier, Decision decision) {
    log.add(virtualFleet.clock().epochMillis() + " " + fleetProcess.name() + " " + identifier + " "
        + decision.explain());
    if (decision.verdict() == Decision.Verdict.ALLOWED && decision.cost() > 0) {
      long duration = limiter.limit().durationMillis();
      CellKey cell = new CellKey(
          new SubjectKey("w", "n", identifier, duration),
          decision.explain().startMillis() / duration);
      admitted
          .computeIfAbsent(cell, key -> new HashMap<>())
          .merge(fleetProcess.region(), decision.cost(), Long::sum);
    }
  }

  /** Every decision in the order in which it was made, with its arithmetic. */
  List<String> log() {
    return log;
  }

  /** For each cell, what each region admitted. */
  Map<CellKey, Map<String, Long>> admitted() {
    return admitted;
  }
}
