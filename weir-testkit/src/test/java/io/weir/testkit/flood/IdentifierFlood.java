// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.flood;

import io.weir.Decision;
import io.weir.Event;
import io.weir.LimitPolicy;
import io.weir.Observer;
import io.weir.engine.Engine;
import io.weir.engine.EngineBuilder;
import io.weir.engine.Limiter;
import io.weir.time.ManualClock;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * A flood of random identifiers of one workspace against one engine, with a hundred hot ones among them. Another,
 * honest workspace has as many hot ones, and identifiers that spend a single unit before and during the flood. Runs
 * in a separate JVM.
 */
final class IdentifierFlood {
  private static final int HOT = 100;
  private static final int LIMIT = 100;

  /** How many identifiers of the honest workspace are checked with each round of the hot ones. */
  private static final int QUIET = 50;

  private static final int CHECKS_PER_MILLI = 100;

  private static final class Totals implements Observer {
    private final Map<Event, Long> events = new EnumMap<>(Event.class);
    private final Set<String> evicted = new TreeSet<>();
    private long most;

    @Override
    public void onEvent(Event event, long times) {
      events.merge(event, times, Long::sum);
    }

    @Override
    public void onGauge(Gauge gauge, long value) {
      if (gauge == Gauge.SUBJECTS) {
        most = Math.max(most, value);
      }
    }

    @Override
    public void onWorkspaceEviction(String workspace, boolean began) {
      evicted.add(workspace);
    }

    private long of(Event event) {
      return events.getOrDefault(event, 0L);
    }
  }

  /** The hot identifiers of one workspace, and the number admitted for each. */
  private static final class HotIdentifiers {
    private final Limiter limiter;
    private final int[] admitted = new int[HOT];

    private HotIdentifiers(Engine engine, String workspace) {
      limiter = engine.limiter(workspace, "n", LimitPolicy.of(LIMIT, Duration.ofMinutes(10)));
    }

    private void check() {
      for (int i = 0; i < HOT; i++) {
        admitted[i] += limiter.checkAsync(HotOnlyOrigin.HOT + i, 1).join().allowed() ? 1 : 0;
      }
    }

    private boolean isExact() {
      return Arrays.stream(admitted).allMatch(count -> count == LIMIT);
    }
  }

  private final ManualClock clock = new ManualClock(1_700_000_400_000L);
  private final Totals totals = new Totals();
  private final Engine engine;
  private final HotIdentifiers hostile;
  private final HotIdentifiers honest;
  private int quiet;

  private IdentifierFlood(String origin) {
    EngineBuilder builder = Engine.builder()
        .clock(clock)
        .elapsed(clock)
        .random(new SplittableRandom(1))
        .observer(totals)
        .closeMillis(0);
    engine = (switch (origin) {
          case "with" -> builder.origin(new HotOnlyOrigin(clock, false));
          case "unavailable" -> builder.origin(new HotOnlyOrigin(clock, true));
          default -> builder;
        })
        .build();
    hostile = new HotIdentifiers(engine, "hostile");
    honest = new HotIdentifiers(engine, "w");
  }

  /** Half of the limit is spent beforehand; during the flood each hot subject requests the whole limit once more. */
  private void run(int identifiers) {
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < LIMIT / 2; i++) {
      checkKnown();
    }
    for (int i = 1; i <= identifiers; i++) {
      hostile
          .limiter
          .checkAsync(Long.toString(random.nextLong(), Character.MAX_RADIX), 1)
          .join();
      if (i % (identifiers / LIMIT) == 0) {
        checkKnown();
      }
      if (i % CHECKS_PER_MILLI == 0) {
        clock.advanceMillis(1);
        engine.work();
      }
    }
  }

  private void checkKnown() {
    hostile.check();
    honest.check();
    for (int i = 0; i < QUIET; i++) {
      honest.limiter.checkAsync("quiet-" + quiet++, 1).join();
    }
  }

  /** Returns how many of the honest workspace's identifiers this process no longer has its own count of. */
  private int forgotten() {
    int forgotten = 0;
    for (int i = 0; i < quiet; i++) {
      Decision look = honest.limiter.checkAsync("quiet-" + i, 0).join();
      forgotten += look.explain().current().own() == 1 ? 0 : 1;
    }
    return forgotten;
  }

  public static void main(String[] args) {
    IdentifierFlood identifierFlood = new IdentifierFlood(args[0]);
    identifierFlood.run(Integer.parseInt(args[1]));
    System.out.println("hot subjects exact: " + identifierFlood.hostile.isExact());
    System.out.println("honest hot subjects exact: " + identifierFlood.honest.isExact());
    System.out.println(
        "honest subjects: " + identifierFlood.quiet + " forgotten " + identifierFlood.forgotten());
    System.out.println("evicted workspaces: " + identifierFlood.totals.evicted);
    System.out.println("subjects: " + identifierFlood.engine.subjects() + " at most "
        + identifierFlood.totals.most);
    System.out.println("evicted: " + identifierFlood.totals.of(Event.SUBJECT_EVICTED));
    System.out.println("units lost: " + identifierFlood.totals.of(Event.UNITS_LOST_BY_EVICTION));
    identifierFlood.engine.close();
  }
}
