// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.isolation;

import io.weir.benchmarks.isolation.attack.Attack;
import io.weir.benchmarks.isolation.attack.AttackRun;
import io.weir.benchmarks.isolation.attack.Target;
import io.weir.benchmarks.isolation.honest.HonestClient;
import io.weir.benchmarks.isolation.honest.Phase;
import io.weir.benchmarks.server.load.FixedRateLoad;
import io.weir.benchmarks.server.load.LoadConnection;
import io.weir.benchmarks.server.load.LoadQuestion;
import io.weir.benchmarks.server.site.WeirServerProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Runs one attack on one server: a warm-up, then calm and attacked phases in turn, and finally a check of the
 * remaining counts. The warm-up includes the attack. So in all phases the server has compiled the code that the attack
 * exercises, and holds the data that the attack has left.
 */
final class AttackTrial {
  /** Enough requests for the compiler to optimize the usual path. */
  private static final int WARM_PER_SECOND = 2_000;

  private static final int WARM_IDENTIFIERS = 100;

  /** Calm and attacked phases alternate, so that a period in which the machine is busy affects both. */
  private static final int ROUNDS = 5;

  /** The honest client warms up for this fraction of the warm-up time. */
  private static final int WARM_PART = 4;

  private static final int OK = 200;
  private static final int TIMEOUT_MILLIS = 10_000;
  private static final long KEY_WAIT_NANOS = TimeUnit.SECONDS.toNanos(20);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final String WORKSPACE = "hostile";
  private static final String EVICTED = "weir_ratelimit_subjects_evicted_total";

  private final WeirServerProcess server;
  private final List<String> place;
  private final IsolationSettings.Lengths lengths;
  private final Consumer<String> progress;

  /**
   * Creates the trial. Sends nothing yet.
   *
   * @param server a new server
   * @param place the options that tell Weir's commands where the server's keys are
   * @param lengths of the phases
   * @param progress receives the name of each step
   */
  AttackTrial(
      WeirServerProcess server,
      List<String> place,
      IsolationSettings.Lengths lengths,
      Consumer<String> progress) {
    this.server = server;
    this.place = place;
    this.lengths = lengths;
    this.progress = progress;
  }

  AttackResult run(Attack attack) {
    progress.accept("preparing");
    Target target = new Target(server.port(), hostileKey());
    try (HonestClient honest = new HonestClient(server)) {
      awaitKey(target);
      attack.preparation().prepare(target);
      progress.accept("warming up");
      long[] unused = new FixedRateLoad(WARM_PER_SECOND, lengths.warm())
          .run(server, LoadQuestion.limit(WARM_IDENTIFIERS));
      long warmSteps = warmUpAttack(attack, target);
      Phase warm = honest.run(Math.max(1_000, lengths.warm() / WARM_PART));
      List<Phase> calm = new ArrayList<>();
      List<Phase> attacked = new ArrayList<>();
      Effort effort = new Effort(warmSteps);
      for (int round = 1; round <= ROUNDS; round++) {
        progress.accept("round " + round + " of " + ROUNDS + ", calm");
        calm.add(honest.run(lengths.calm() / ROUNDS));
        progress.accept("round " + round + " of " + ROUNDS + ", under attack");
        attacked.add(attacked(honest, effort, attack, target));
      }
      AttackResult.Effect effect = effect(effort, warmSteps);
      progress.accept("checking the remaining counts");
      return new AttackResult(
          attack,
          Phase.combined(calm).including(warm.faults()),
          Phase.combined(attacked),
          honest.checkUsedUp(),
          effect);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What the attackers did in all rounds. */
  private static final class Effort {
    private final Map<String, Long> outcomes = new TreeMap<>();
    private long steps;

    private Effort(long steps) {
      this.steps = steps;
    }

    private void add(AttackRun run) {
      steps += run.steps();
      run.outcomes().forEach((outcome, count) -> outcomes.merge(outcome, count, Long::sum));
    }
  }

  private Phase attacked(HonestClient honest, Effort effort, Attack attack, Target target) {
    AttackRun run = AttackRun.start(attack, target, effort.steps);
    Phase phase;
    try (run) {
      phase = honest.run(lengths.attack() / ROUNDS);
    }
    effort.add(run);
    return phase;
  }

  /** Runs the attack as a warm-up and returns how many steps it took. */
  private long warmUpAttack(Attack attack, Target target) {
    AttackRun run = AttackRun.start(attack, target, 0);
    try (run) {
      LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(lengths.warm()));
    }
    return run.steps();
  }

  /** Creates a key for checks and override changes, in a different workspace than the honest client's. */
  private String hostileKey() {
    String unused = server.run(withPlace("workspaces", "create", WORKSPACE));
    String printed = server.run(withPlace(
        "keys",
        "create",
        "--json",
        "--workspace",
        WORKSPACE,
        "--permission",
        "ratelimit.*.limit",
        "--permission",
        "ratelimit.*.create_namespace",
        "--permission",
        "ratelimit.*.set_override",
        "--permission",
        "ratelimit.*.delete_override"));
    return printed.replaceFirst("(?s).*\"key\":\\s*\"([^\"]+)\".*", "$1").strip();
  }

  private String[] withPlace(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(place);
    return all.toArray(new String[0]);
  }

  /** Waits until both keys are accepted. The check also creates the honest client's namespace. */
  private void awaitKey(Target target) throws IOException {
    String body =
        "{\"namespace\":\"honest\",\"identifier\":\"first\",\"limit\":5,\"duration\":60000}";
    for (String key : List.of(server.key(), target.key())) {
      long began = System.nanoTime();
      while (status(target.post("limit", key).request(body)) != OK) {
        if (System.nanoTime() - began > KEY_WAIT_NANOS) {
          throw new IOException("a new key is not accepted");
        }
        LockSupport.parkNanos(this, PAUSE_NANOS);
      }
    }
  }

  private int status(byte[] request) throws IOException {
    try (LoadConnection loadConnection = new LoadConnection(server.port(), TIMEOUT_MILLIS)) {
      return loadConnection.send(request).status();
    }
  }

  private AttackResult.Effect effect(Effort effort, long warmSteps) {
    long resident = server.isRunning() ? server.usage().residentBytes() : 0;
    return new AttackResult.Effect(effort.steps - warmSteps, effort.outcomes, evicted(), resident);
  }

  private long evicted() {
    byte[] request = ("GET /metrics HTTP/1.1\r\nHost: 127.0.0.1:" + server.port() + "\r\n\r\n")
        .getBytes(StandardCharsets.US_ASCII);
    try (LoadConnection loadConnection = new LoadConnection(server.port(), TIMEOUT_MILLIS)) {
      return loadConnection
          .ask(request)
          .lines()
          .filter(line -> line.startsWith(EVICTED))
          .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
          .sum();
    } catch (IOException e) {
      return 0; // the server has ended, which the phase reports
    }
  }
}
