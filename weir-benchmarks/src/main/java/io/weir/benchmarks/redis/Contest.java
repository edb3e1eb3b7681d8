// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.redis;

import io.weir.benchmarks.redis.contender.Allowance;
import io.weir.benchmarks.redis.contender.Contender;
import io.weir.benchmarks.redis.contender.Kind;
import io.weir.benchmarks.redis.contender.Place;
import io.weir.benchmarks.redis.load.Callers;
import io.weir.benchmarks.redis.load.Keys;
import io.weir.benchmarks.redis.load.Tally;
import io.weir.benchmarks.redis.server.Server;
import io.weir.benchmarks.redis.server.Statistics;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Contenders on one server, in turn, round after round. */
final class Contest {
  /*
   * All are connected at once, and one has its turn, with some warming up that does not count: what a limiter in steady
   * use knows grows old while others have theirs. The others have no callers meanwhile. A shared machine is faster in
   * one minute than in the next, hence the rounds; and each round begins with another contender, so that none always runs
   * after the same one.
   */

  /**
   * What is asked of all.
   *
   * @param label for people
   * @param keys whom callers ask about
   * @param allowance of each key
   * @param timed whether single calls are timed too
   */
  record Setting(String label, Keys keys, Allowance allowance, boolean timed) {}

  static final int THREADS = 2;

  private final Server server;
  private final Findings findings;
  private final Rhythm rhythm;

  Contest(Server server, Findings findings, Rhythm rhythm) {
    this.server = server;
    this.findings = findings;
    this.rhythm = rhythm;
  }

  /** Those that took part from the first to the last turn. */
  Map<Kind, Standing> run(Setting setting) {
    String prefix = findings.newPrefix();
    Map<Kind, Contender> contenders = new EnumMap<>(Kind.class);
    Map<Kind, Standing> standings = new EnumMap<>(Kind.class);
    try {
      for (Kind kind : Kind.values()) {
        findings.tell(setting.label() + ": warming up " + kind.label());
        enter(kind, new Place(server.uri(), prefix + kind.name()), setting)
            .ifPresent(contender -> contenders.put(kind, contender));
      }
      contenders.keySet().forEach(kind -> standings.put(kind, new Standing()));
      for (int round = 0; round < rhythm.rounds(); round++) {
        play(round, setting, contenders, standings);
      }
    } finally {
      contenders.values().forEach(contender -> {
        contender.close();
      });
      server.clear(prefix);
    }
    standings.forEach((kind, standing) -> findings.remark(setting.label(), kind, standing));
    return standings;
  }

  private Optional<Contender> enter(Kind kind, Place place, Setting setting) {
    Optional<Contender> contender =
        findings.attempt(kind, () -> kind.open(place, setting.allowance()));
    return contender.flatMap(it -> findings
        .attempt(kind, () -> warm(it, setting.keys()))
        .or(() -> {
          it.close();
          return Optional.empty();
        }));
  }

  private Contender warm(Contender contender, Keys keys) {
    Callers callers = new Callers(contender, keys, THREADS);
    callers.visitAll();
    callers.hurry(rhythm.warmMillis());
    return contender;
  }

  private void play(
      int round, Setting setting, Map<Kind, Contender> contenders, Map<Kind, Standing> standings) {
    List<Kind> order = new ArrayList<>(contenders.keySet());
    Collections.rotate(order, -round);
    for (Kind kind : order) {
      findings.tell(setting.label() + ": round " + (round + 1) + ", " + kind.label());
      Contender contender = contenders.get(kind);
      Standing standing = standings.get(kind);
      if (contender == null || standing == null) {
        continue;
      }
      Optional<Standing> played = findings.attempt(kind, () -> turn(contender, standing, setting));
      if (played.isEmpty()) {
        contender.close();
        contenders.remove(kind);
        standings.remove(kind);
      }
    }
  }

  private Standing turn(Contender contender, Standing standing, Setting setting) {
    Callers callers = new Callers(contender, setting.keys(), THREADS);
    callers.hurry(rhythm.warmMillis());
    server.settle();
    long unseen = contender.unseen();
    Turn turn = observe(() -> callers.hurry(rhythm.turnMillis()));
    standing.add(turn, contender.unseen() - unseen);
    if (setting.timed()) {
      standing.add(callers.time(rhythm.timedMillis(), turn.tally().perSecond()));
    }
    return standing;
  }

  /** Watches the server while callers call, and until nothing is left to be sent. */
  Turn observe(Supplier<Tally> calling) {
    Statistics before = server.statistics();
    Tally tally = calling.get();
    server.settle();
    return new Turn(tally, server.statistics().since(before));
  }
}
