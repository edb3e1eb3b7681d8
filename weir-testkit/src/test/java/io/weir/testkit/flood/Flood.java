// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.flood;

import io.weir.Event;
import io.weir.Limit;
import io.weir.Observer;
import io.weir.engine.Engine;
import io.weir.engine.EngineBuilder;
import io.weir.engine.Limiter;
import io.weir.time.ManualClock;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;

/** A great many random identifiers against one engine, with a hundred hot ones among them. Run in a JVM of its own. */
final class Flood {
  private static final int HOT = 100;
  private static final int LIMIT = 100;

  private static final int CHECKS_PER_MILLI = 100;

  private static final class Totals implements Observer {
    private final Map<Event, Long> events = new EnumMap<>(Event.class);
    private long most;

    @Override
    public void happened(Event event, long times) {
      events.merge(event, times, Long::sum);
    }

    @Override
    public void measured(Gauge gauge, long value) {
      if (gauge == Gauge.SUBJECTS) {
        most = Math.max(most, value);
      }
    }

    private long of(Event event) {
      return events.getOrDefault(event, 0L);
    }
  }

  private final ManualClock clock = new ManualClock(1_700_000_400_000L);
  private final Totals totals = new Totals();
  private final int[] admitted = new int[HOT];
  private final Engine engine;
  private final Limiter limiter;

  private Flood(String origin) {
    EngineBuilder builder = Engine.builder()
        .clock(clock)
        .elapsed(clock)
        .random(new SplittableRandom(1))
        .observer(totals)
        .closeMillis(0);
    engine = (switch (origin) {
          case "with" -> builder.origin(new HotOnlyOrigin(clock, false));
          case "away" -> builder.origin(new HotOnlyOrigin(clock, true));
          default -> builder;
        })
        .build();
    limiter = engine.limiter("w", "n", Limit.of(LIMIT, Duration.ofMinutes(10)));
  }

  /** Half of the limit is spent beforehand; during the flood each hot subject asks for as much as the limit again. */
  private void run(int identifiers) {
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < LIMIT / 2; i++) {
      checkHot();
    }
    for (int i = 1; i <= identifiers; i++) {
      limiter
          .checkAsync(Long.toString(random.nextLong(), Character.MAX_RADIX), 1)
          .join();
      if (i % (identifiers / LIMIT) == 0) {
        checkHot();
      }
      if (i % CHECKS_PER_MILLI == 0) {
        clock.advanceMillis(1);
        engine.work();
      }
    }
  }

  private void checkHot() {
    for (int i = 0; i < HOT; i++) {
      admitted[i] += limiter.checkAsync(HotOnlyOrigin.HOT + i, 1).join().allowed() ? 1 : 0;
    }
  }

  private boolean isExact() {
    for (int count : admitted) {
      if (count != LIMIT) {
        return false;
      }
    }
    return true;
  }

  public static void main(String[] args) {
    Flood flood = new Flood(args[0]);
    flood.run(Integer.parseInt(args[1]));
    System.out.println("hot subjects exact: " + flood.isExact());
    System.out.println("subjects: " + flood.engine.subjects() + " at most " + flood.totals.most);
    System.out.println("evicted: " + flood.totals.of(Event.SUBJECT_EVICTED));
    System.out.println("units lost: " + flood.totals.of(Event.UNITS_LOST_BY_EVICTION));
    flood.engine.close();
  }
}
