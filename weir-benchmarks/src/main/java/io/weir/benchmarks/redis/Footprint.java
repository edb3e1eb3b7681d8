// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.redis;

import io.weir.CellKey;
import io.weir.SubjectKey;
import io.weir.benchmarks.redis.contender.Allowance;
import io.weir.benchmarks.redis.contender.Contender;
import io.weir.benchmarks.redis.contender.Kind;
import io.weir.benchmarks.redis.contender.Place;
import io.weir.benchmarks.redis.load.Callers;
import io.weir.benchmarks.redis.load.Keys;
import io.weir.benchmarks.redis.server.Server;
import io.weir.benchmarks.report.Figures;
import io.weir.benchmarks.report.Row;
import io.weir.benchmarks.report.Table;
import io.weir.origin.Origin.Publication;
import io.weir.redis.RedisOrigin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** How much memory of Redis does a key take? */
final class Footprint {
  private static final long SEED = 20_261_116;
  private static final int BATCH = 500;
  private static final int VISITS = 10;
  private static final long COUNT = 37;
  private static final Duration WINDOW = Duration.ofMinutes(1);
  private static final long SEQUENCE = 29_900_000; // windows of a minute are at such a number now
  private static final Allowance ALLOWANCE = new Allowance(1_000, WINDOW);

  private final Server server;
  private final Findings findings;
  private final Table table = new Table(
      "How many bytes of Redis does a key take?",
      "limiter",
      "MEMORY USAGE",
      "growth of used_memory, without clients");

  Footprint(Server server, Findings findings) {
    this.server = server;
    this.findings = findings;
  }

  void report() {
    for (int writers : List.of(1, 4, 9)) {
      findings.tell("memory: Weir, " + writers + " writers");
      findings.attempt(Kind.WEIR, () -> weir(writers));
    }
    for (Kind kind : Kind.values()) {
      if (kind != Kind.WEIR) {
        findings.tell("memory: " + kind.label());
        findings.attempt(kind, () -> peer(kind, OverRedis.MANY, 1));
        findings.attempt(kind, () -> peer(kind, OverRedis.SOME, VISITS));
      }
    }
    table.note("Of " + Figures.count(OverRedis.MANY) + " keys, or " + Figures.count(OverRedis.SOME)
        + " where each had " + VISITS + " checks. For Weir a cell, of which an active"
        + " key has two: the current and the previous window's. For peers everything that they store for a key;"
        + " Redisson keeps an entry per admitted check of the window.");
    findings.add(table);
  }

  private Table weir(int writers) {
    String prefix = findings.newPrefix();
    try (RedisOrigin origin = RedisOrigin.open(server.uri(), prefix)) {
      var unused = origin.publish(cells(0, 1, "first.1")).toCompletableFuture().join();
      server.settle();
      long before = server.statistics().usedBytes();
      SplittableRandom random = new SplittableRandom(SEED);
      for (int writer = 0; writer < writers; writer++) {
        String field = incarnation(random) + ".1";
        for (int from = 1; from <= OverRedis.MANY; from += BATCH) {
          unused =
              origin.publish(cells(from, BATCH, field)).toCompletableFuture().join();
        }
      }
      return line(
          "Weir, " + writers + (writers == 1 ? " writer" : " writers"),
          prefix,
          before,
          OverRedis.MANY);
    } finally {
      server.clear(prefix);
    }
  }

  /** Two random numbers, as an engine names itself. */
  private static String incarnation(SplittableRandom random) {
    return Long.toUnsignedString(random.nextLong(), Character.MAX_RADIX)
        + Long.toUnsignedString(random.nextLong(), Character.MAX_RADIX);
  }

  private static List<Publication> cells(int from, int count, String field) {
    List<Publication> cells = new ArrayList<>(count);
    for (int i = from; i < from + count; i++) {
      String identifier = "customer-" + Integer.toHexString(0x1000_0000 + i);
      SubjectKey subject = new SubjectKey("acme", "api", identifier, WINDOW.toMillis());
      cells.add(
          new Publication(new CellKey(subject, SEQUENCE), field, COUNT, 3 * WINDOW.toMillis()));
    }
    return cells;
  }

  private Table peer(Kind kind, int keys, int checks) {
    String prefix = findings.newPrefix();
    try (Contender contender = kind.open(new Place(server.uri(), prefix), ALLOWANCE)) {
      server.settle();
      long before = server.statistics().usedBytes();
      Callers callers = new Callers(contender, Keys.of(keys), Contest.THREADS);
      for (int i = 0; i < checks; i++) {
        callers.visitAll();
      }
      String label = kind.label() + ", " + checks + (checks == 1 ? " check" : " checks") + " each";
      return line(label, prefix, before, keys);
    } finally {
      server.clear(prefix);
    }
  }

  private Table line(String label, String prefix, long before, int keys) {
    server.settle();
    double growth = (server.statistics().usedBytes() - before) / (double) keys;
    double usage = server.bytesOf(prefix) / (double) keys;
    table.line(label, Figures.shown(usage), Figures.shown(growth));
    findings.add(Row.alone("memory of Redis per key, MEMORY USAGE", label, usage, "B"));
    findings.add(Row.alone("memory of Redis per key, used_memory", label, growth, "B"));
    return table;
  }
}
