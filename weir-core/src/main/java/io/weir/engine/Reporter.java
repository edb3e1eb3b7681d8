// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

import io.weir.Decision;
import io.weir.Event;
import io.weir.Observer;
import io.weir.time.NanoClock;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;

/** Passes on what happens to the caller's observer, and logs each change of state once. */
final class Reporter implements Observer {
  private static final Logger LOG = System.getLogger(Engine.class.getName());

  /** A wiped origin is seen again with each count that is missed there. What comes within this time is the same wipe. */
  private static final long WIPE_MILLIS = 10_000;

  private final Observer observer;
  private final String region;
  private final NanoClock elapsed;

  /** What is known to be available. Guarded by this; a store counts as available until it fails. */
  private final Map<Dependency, Boolean> available = new EnumMap<>(Dependency.class);

  /** How many origins the region's processes use. Guarded by this. */
  private long origins;

  /** When a wipe was last seen. Guarded by this; absent before the first. */
  private OptionalLong wipedMillis = OptionalLong.empty();

  Reporter(Observer observer, String region, NanoClock elapsed) {
    this.observer = observer;
    this.region = region;
    this.elapsed = elapsed;
    for (Dependency dependency : Dependency.values()) {
      available.put(dependency, true);
    }
  }

  @Override
  public void decided(Decision decision) {
    observer.decided(decision);
  }

  @Override
  public void happened(Event event, long times) {
    if (event == Event.INCARNATION_RENEWED) {
      LOG.log(
          Level.WARNING,
          "this process took a new name: a copy of it uses the old one, or its origin was"
              + " replaced by one with other data");
    }
    if (event == Event.ORIGIN_WIPE_SEEN && isNewWipe()) {
      LOG.log(
          Level.WARNING,
          "Redis has lost counts that it had confirmed (emptied, restarted or failed over); this process sends its own again");
    }
    observer.happened(event, times);
  }

  @Override
  public void measured(Gauge gauge, long value) {
    if (gauge == Gauge.ORIGINS) {
      reportOrigins(value);
    }
    observer.measured(gauge, value);
  }

  private void reportOrigins(long now) {
    long before;
    synchronized (this) {
      before = origins;
      origins = now;
    }
    if (now > 1 && now != before) {
      LOG.log(
          Level.WARNING,
          "processes of region {0} use {1} different origins: limits are enforced less exactly until"
              + " all of them use the same Redis",
          region,
          String.valueOf(now));
    } else if (now <= 1 && before > 1) {
      LOG.log(Level.INFO, "all processes of region {0} use the same origin again", region);
    }
  }

  /** How many different origins the region's processes use. */
  synchronized int origins() {
    return (int) origins;
  }

  @Override
  public void changed(Dependency dependency, boolean isAvailable, String reason) {
    synchronized (this) {
      if (Boolean.valueOf(isAvailable).equals(available.put(dependency, isAvailable))) {
        return;
      }
    }
    if (isAvailable) {
      LOG.log(Level.INFO, "the {0} is back: it {1}", name(dependency), reason);
    } else {
      LOG.log(
          Level.WARNING,
          "the {0} is away, decisions go on without it: {1}",
          name(dependency),
          reason);
    }
    observer.changed(dependency, isAvailable, reason);
  }

  private synchronized boolean isNewWipe() {
    long now = elapsed.elapsedMillis();
    boolean isNew = wipedMillis.isEmpty() || now - wipedMillis.getAsLong() > WIPE_MILLIS;
    wipedMillis = OptionalLong.of(now);
    return isNew;
  }

  synchronized boolean isAvailable(Dependency dependency) {
    return Boolean.TRUE.equals(available.get(dependency));
  }

  private static String name(Dependency dependency) {
    return dependency == Dependency.ORIGIN ? "origin" : "ledger";
  }

  @Override
  public void pressure(boolean evicting, long subjects) {
    String text = String.valueOf(subjects);
    if (evicting) {
      LOG.log(
          Level.WARNING,
          "the memory ceiling is reached, subjects that still matter are evicted: {0} subjects",
          text);
    } else {
      LOG.log(Level.INFO, "the memory ceiling is no longer reached: {0} subjects", text);
    }
    observer.pressure(evicting, subjects);
  }
}
