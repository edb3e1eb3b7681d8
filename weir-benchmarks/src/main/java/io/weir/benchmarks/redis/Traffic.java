// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.redis;

import static io.weir.benchmarks.report.Figures.significant;

import io.weir.benchmarks.redis.contender.Allowance;
import io.weir.benchmarks.redis.contender.Contender;
import io.weir.benchmarks.redis.contender.Kind;
import io.weir.benchmarks.redis.contender.Place;
import io.weir.benchmarks.redis.load.Callers;
import io.weir.benchmarks.redis.load.Keys;
import io.weir.benchmarks.redis.server.Server;
import io.weir.benchmarks.report.Figures;
import io.weir.benchmarks.report.Table;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** How much work do decisions make for Redis? */
final class Traffic {
  private static final double GOAL = 0.01;
  private static final List<Integer> PACES = List.of(1, 10, 100, 1_000, 10_000, 100_000);

  private static final long FEWEST_CHECKS = 5;

  /** Longer than a view of the region stays fresh: whoever comes once per window finds it stale. */
  private static final Duration SPARSE_WINDOW = Duration.ofSeconds(6);

  private static final long SPARSE_AMOUNT = 100;

  private final Server server;
  private final Findings findings;
  private final Rhythm rhythm;
  private final Contest contest;

  Traffic(Server server, Findings findings, Rhythm rhythm) {
    this.server = server;
    this.findings = findings;
    this.rhythm = rhythm;
    this.contest = new Contest(server, findings, rhythm);
  }

  /** Commands per check: what was seen at full speed, one more case at full speed, and keys that hardly ever come. */
  void report(Map<Contest.Setting, Map<Kind, Standing>> roomy, Contest.Setting tight) {
    Table table = new Table(
        "How many commands does a check cost Redis?",
        "case",
        "limiter",
        "checks/s",
        "admitted per round",
        "sent per check",
        "sent per admitted",
        "with those in scripts");
    roomy.forEach((setting, standings) -> standings.forEach(
        (kind, standing) -> line(table, setting.label() + ", head-room", kind, standing)));
    new Contest(server, findings, rhythm.once())
        .run(tight)
        .forEach((kind, standing) -> line(table, tight.label(), kind, standing));
    for (Kind kind : Kind.values()) {
      findings.attempt(kind, () -> sparse(table, kind));
    }
    roomy.forEach((setting, standings) -> goal(table, setting, standings));
    table.note(
        "From Redis's own statistics, including heartbeats. The last column is also per admitted check"
            + " and counts every command that Redis ran, including those in scripts. At the limit and"
            + " with head-room: " + Contest.THREADS + " threads at full speed.");
    table.note("One check per window: each of " + Figures.count(OverRedis.MANY) + " keys once in "
        + SPARSE_WINDOW.toSeconds() + " s, which is the worst case for Weir. Peers, "
        + Figures.count(OverRedis.SOME) + " keys, were not paced:"
        + " the time between two checks makes no difference to them.");
    findings.add(table);
  }

  private void goal(Table table, Contest.Setting setting, Map<Kind, Standing> standings) {
    Standing weir = standings.get(Kind.WEIR);
    if (weir != null && setting.keys().count() == 1) {
      double found = weir.ratio(turn -> turn.sent(Kind.WEIR), Turn::admitted);
      table.note("Goal, " + setting.label() + " with head-room at full speed: at most " + GOAL
          + " commands per admitted check: " + significant(found) + ", "
          + Speed.verdict(found <= GOAL) + ".");
    }
  }

  private void line(Table table, String label, Kind kind, Standing standing) {
    double sent = standing.ratio(turn -> turn.sent(kind), Turn::admitted);
    double all = standing.ratio(Turn::run, Turn::admitted);
    table.line(
        label,
        kind.label(),
        Figures.count((long) standing.perSecond()),
        Figures.count((long) standing.median(turn -> turn.tally().admitted())),
        significant(standing.ratio(turn -> turn.sent(kind), Turn::checks)),
        significant(sent),
        significant(all));
    findings.addShare(label + ", commands sent per admitted check", kind, sent);
    findings.addShare(label + ", commands run per admitted check", kind, all);
  }

  private Standing sparse(Table table, Kind kind) {
    findings.tell("one check per window: " + kind.label());
    String prefix = findings.newPrefix();
    Keys keys = Keys.of(kind == Kind.WEIR ? OverRedis.MANY : OverRedis.SOME);
    Allowance allowance = new Allowance(SPARSE_AMOUNT, SPARSE_WINDOW);
    try (Contender contender = kind.open(new Place(server.uri(), prefix), allowance)) {
      Callers callers = new Callers(contender, keys, 1);
      server.settle();
      Standing first = new Standing();
      Standing later = new Standing();
      for (int window = 0; window <= rhythm.windows(); window++) {
        (window == 0 ? first : later).add(window(callers, kind), 0);
      }
      line(table, "first check of a key", kind, first);
      line(table, "one check per window", kind, later);
      return later;
    } finally {
      server.clear(prefix);
    }
  }

  private Turn window(Callers callers, Kind kind) {
    if (kind != Kind.WEIR) {
      return contest.observe(callers::visitAll);
    }
    awaitWindow();
    // Done early enough before the window ends for the last publishes to belong to this turn.
    double seconds = 0.8 * SPARSE_WINDOW.toSeconds();
    return contest.observe(() -> callers.pace(OverRedis.MANY / seconds, OverRedis.MANY));
  }

  private void awaitWindow() {
    long length = SPARSE_WINDOW.toMillis();
    long next = (System.currentTimeMillis() / length + 1) * length;
    for (long now = System.currentTimeMillis(); now < next; now = System.currentTimeMillis()) {
      LockSupport.parkNanos(this, (next - now) * 1_000_000);
    }
  }

  /** Weir's commands per check over its checks per second. */
  void reportCurve(Allowance allowance) {
    Table table = new Table(
        "How does that depend on the request rate, for Weir on one key?",
        "checks/s",
        "seconds",
        "checks",
        "sent per admitted",
        "of these heartbeats",
        "with those in scripts");
    String prefix = findings.newPrefix();
    findings.attempt(Kind.WEIR, () -> {
      try (Contender weir = Kind.WEIR.open(new Place(server.uri(), prefix), allowance)) {
        Callers callers = new Callers(weir, Keys.of(1), 1);
        callers.visitAll();
        PACES.forEach(pace -> curve(table, pace, callers));
        return weir;
      } finally {
        server.clear(prefix);
      }
    });
    table.note("A heartbeat is one command every two seconds per process, for any number of keys."
        + " Peers: as above, at every rate.");
    findings.add(table);
  }

  private void curve(Table table, int pace, Callers callers) {
    findings.tell("curve: " + Figures.count(pace) + " checks/s");
    server.settle();
    long checks = Math.max(FEWEST_CHECKS, pace * rhythm.paceMillis() / 1_000);
    Turn turn = contest.observe(() -> callers.pace(pace, checks));
    double admitted = turn.admitted();
    double sent = turn.sent(Kind.WEIR) / admitted;
    // Only heartbeats look at the set of processes.
    double beats = turn.server().calls().getOrDefault("zcard", 0L) / admitted;
    table.line(
        Figures.count(Math.round(turn.tally().perSecond())),
        Figures.shown(turn.tally().nanos() / 1e9),
        Figures.count(checks),
        significant(sent),
        significant(beats),
        significant(turn.run() / admitted));
    findings.addShare(
        Figures.count(pace) + " checks/s, commands sent per admitted check", Kind.WEIR, sent);
  }

  /** Processor time of Redis per admitted check. */
  void reportCpu(Map<Contest.Setting, Map<Kind, Standing>> roomy) {
    Table table = new Table(
        "How much CPU time of Redis does an admitted check take?",
        "case",
        "limiter",
        "us per admitted check",
        "it / Weir");
    roomy.forEach((setting, standings) -> {
      Ranking cpu =
          Ranking.down(standings, standing -> standing.ratio(Turn::cpuMicros, Turn::admitted));
      standings
          .keySet()
          .forEach(kind -> table.line(
              setting.label(),
              kind.label(),
              significant(cpu.of(kind)),
              kind == Kind.WEIR ? "" : significant(cpu.weirOver(kind)) + "x"));
      cpu.values()
          .forEach((kind, micros) -> findings.addShare(
              setting.label() + ", us of Redis per admitted check", kind, micros));
    });
    table.note(
        "User and kernel time as reported by Redis, in the rounds at full speed, including what an idle server takes.");
    findings.add(table);
  }
}
