// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.world.edges;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.CellKey;
import io.weir.Decision;
import io.weir.Event;
import io.weir.Explanation.CountsByOrigin;
import io.weir.LimitPolicy;
import io.weir.SubjectKey;
import io.weir.ledger.LedgerOptions;
import io.weir.mysql.world.DatabaseRegions;
import io.weir.simulator.fleet.MessageListener;
import io.weir.simulator.fleet.NetworkedLedger;
import io.weir.simulator.fleet.ProcessInstance;
import io.weir.simulator.fleet.VirtualNetwork;
import io.weir.simulator.fleet.VirtualNetwork.NetworkConditions;
import io.weir.testkit.rig.TestProcess;
import io.weir.testkit.rig.TestProcesses;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests ten regions and one database, with a network between them that duplicates, delays, reorders, loses and fails.
 */
@Tag("integration")
class TenRegionsTest {
  private static final Logger ENGINES = Logger.getLogger("io.weir.engine.Engine");
  private static final int REGIONS = 10;

  /** Two of the regions have a second process. */
  private static final int PROCESSES = 12;

  private static final int SUBJECTS = 30;
  private static final NetworkConditions STORM = new NetworkConditions(1, 2_000, 0.03, 0.03, 0.1);

  /** Traffic ends here, ten seconds into a window of a minute; the views are compared before that window ends. */
  private static final long TRAFFIC_ENDS = 130_000;

  private static final long COMPARED_AT = 172_000;

  private static final List<LimitPolicy> LIMITS = List.of(
      LimitPolicy.of(20, Duration.ofMinutes(1)),
      LimitPolicy.of(60, Duration.ofMinutes(2)),
      LimitPolicy.of(50, Duration.ofMinutes(5)),
      LimitPolicy.of(200, Duration.ofMinutes(10)));

  @BeforeAll
  static void muteStoreLogs() {
    ENGINES.setLevel(Level.SEVERE);
  }

  @AfterAll
  static void unmuteStoreLogs() {
    ENGINES.setLevel(null);
  }

  /** The regions, the network between them and the database, and what they were seen to admit. */
  private static final class Run implements AutoCloseable {
    private final DatabaseRegions databaseRegions;
    private final VirtualNetwork network;
    private final SplittableRandom random;
    private final List<TestProcess> peers = new ArrayList<>();
    private final Map<CellKey, Map<String, Long>> admitted = new HashMap<>();
    private double failures = 0.05;

    Run(long seed) {
      databaseRegions = DatabaseRegions.with(LedgerOptions.defaults(), 1_000 * seed);
      random = new SplittableRandom(seed);
      network = new VirtualNetwork(databaseRegions.peers().clock(), random.nextLong());
      network.conditions(STORM);
      for (int i = 0; i < PROCESSES; i++) {
        String region = regionOf(i);
        ProcessInstance process = new ProcessInstance(i, i % REGIONS, "process-" + i);
        var distant =
            new NetworkedLedger(network, process, databaseRegions.ledger(), MessageListener.NONE);
        var failing = new FailingLedger(distant, () -> failures, random.split());
        peers.add(databaseRegions.peer(region, builder -> builder.ledger(failing)));
      }
    }

    private long seen(Event event) {
      return peers.stream()
          .mapToLong(testProcess -> testProcess.observer().of(event))
          .sum();
    }

    private void heal() {
      failures = 0;
      network.conditions(NetworkConditions.GOOD);
    }

    private void passUntil(long millis, boolean spending) {
      while (databaseRegions.peers().clock().epochMillis() < TestProcesses.START + millis) {
        network.deliver();
        if (spending && random.nextInt(3) == 0) {
          spend(random.nextInt(PROCESSES), random.nextInt(SUBJECTS));
        }
        databaseRegions.pass(10);
      }
    }

    private void spend(int process, int subject) {
      LimitPolicy limitPolicy = limitOf(subject);
      Decision decision =
          peers.get(process).check(limitPolicy, "subject-" + subject, 1 + random.nextInt(3));
      if (decision.allowed()) {
        admitted
            .computeIfAbsent(cell(decision, subject), cell -> new TreeMap<>())
            .merge(regionOf(process), decision.cost(), Long::sum);
      }
    }

    @Override
    public void close() {
      databaseRegions.close();
    }
  }

  private static String regionOf(int process) {
    return "region-" + process % REGIONS;
  }

  private static LimitPolicy limitOf(int subject) {
    return LIMITS.get(subject % LIMITS.size());
  }

  private static CellKey cell(Decision decision, int subject) {
    long duration = decision.explain().durationMillis();
    return new CellKey(
        new SubjectKey("w", "n", "subject-" + subject, duration),
        decision.explain().startMillis() / duration);
  }

  private static long sum(Map<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  private static long total(CountsByOrigin countsByOrigin) {
    return countsByOrigin.own()
        + countsByOrigin.siblings()
        + countsByOrigin.foreign()
        + countsByOrigin.speculative();
  }

  /**
   * For a cell in the ledger that several regions spent on, every component is what its region admitted, and every
   * region sees their sum. For a cell that a single region spent on, the others see at least half: as long as no
   * other region spends, it is pushed again only when it has doubled. For a cell that no region pushed, each region
   * sees its own count.
   */
  private static int compare(Run run, int subject, boolean previous, SoftAssertions softly) {
    Decision look = run.peers.get(0).check(limitOf(subject), "subject-" + subject, 0);
    CellKey current = cell(look, subject);
    CellKey cell = previous ? new CellKey(current.subject(), current.sequence() - 1) : current;
    Map<String, Long> truth = run.admitted.getOrDefault(cell, Map.of());
    Map<String, Long> rows = run.databaseRegions.rows().counts(cell);
    long pushed = sum(rows);
    if (rows.isEmpty()) {
      return 0;
    }
    if (truth.size() > 1) {
      softly.assertThat(rows).as("rows of %s", cell).isEqualTo(truth);
    } else {
      softly.assertThat(pushed).as("the row of %s", cell).isBetween(sum(truth) / 2, sum(truth));
    }
    for (int i = 0; i < PROCESSES; i++) {
      String region = regionOf(i);
      var seen =
          run.peers.get(i).check(limitOf(subject), "subject-" + subject, 0).explain();
      CountsByOrigin countsByOrigin = previous ? seen.previous() : seen.current();
      long own = truth.getOrDefault(region, 0L);
      softly
          .assertThat(countsByOrigin.own() + countsByOrigin.siblings())
          .as("%s of %s", region, cell)
          .isEqualTo(own);
      softly
          .assertThat(total(countsByOrigin))
          .as("what %s sees of %s", region, cell)
          .isEqualTo(own + pushed - rows.getOrDefault(region, 0L));
    }
    return truth.size() > 1 ? 1 : 0;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void regionsAgreeAfterAStorm(long seed) {
    try (Run run = new Run(seed)) {
      run.passUntil(TRAFFIC_ENDS, true);
      assertThat(run.seen(Event.LEDGER_PUSH_FAILED)).isGreaterThan(PROCESSES);
      assertThat(run.seen(Event.LEDGER_PULL_FAILED)).isGreaterThan(PROCESSES);
      run.heal();
      run.passUntil(COMPARED_AT, false);
      SoftAssertions softly = new SoftAssertions();
      int shared = 0;
      for (int subject = 0; subject < SUBJECTS; subject++) {
        shared += compare(run, subject, false, softly);
        shared += compare(run, subject, true, softly);
      }
      softly.assertAll();
      assertThat(shared).as("cells of several regions").isGreaterThan(20);

      spendAndRelease(run);
    }
  }

  /** One region spends a limit; all others know it before their first check, and until the same millisecond. */
  private static void spendAndRelease(Run run) {
    LimitPolicy limitPolicy = LIMITS.get(0);
    run.passUntil(200_000, false);
    assertThat(run.peers.get(3).admit(limitPolicy, "spent", 100)).isEqualTo(20);
    run.passUntil(210_000, false);
    long release = 240_001; // one of twenty is free as soon as the next window has begun
    for (TestProcess testProcess : run.peers) {
      Decision decision = testProcess.check(limitPolicy, "spent");
      assertThat(decision.allowed()).isFalse();
      assertThat(decision.retryAfterMillis()).isEqualTo(OptionalLong.of(release - 210_000));
    }
    run.passUntil(239_990, false);
    for (long at = 239_991; at <= release; at++) {
      run.network.deliver();
      run.databaseRegions.peers().pass(1);
      for (TestProcess testProcess : run.peers) {
        assertThat(testProcess.check(limitPolicy, "spent", 0).remaining())
            .as("at %s", at)
            .isEqualTo(at == release ? 1 : 0);
      }
    }
  }
}
