// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

import io.weir.Decision;
import io.weir.Event;
import io.weir.Observer;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.EnumMap;
import java.util.Map;

/** Passes on what happens to the caller's observer, and logs each change of state once. */
final class Reporter implements Observer {
  private static final Logger LOG = System.getLogger(Engine.class.getName());

  private final Observer observer;
  private final String region;

  /** What is known to be available. Guarded by this; a store counts as available until it fails. */
  private final Map<Dependency, Boolean> available = new EnumMap<>(Dependency.class);

  /** How many origins the region's processes use. Guarded by this. */
  private long origins;

  Reporter(Observer observer, String region) {
    this.observer = observer;
    this.region = region;
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
