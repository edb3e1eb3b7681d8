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
  private final NanoClock elapsed;

  /** What is known to be available. Guarded by this; a store counts as available until it fails. */
  private final Map<Dependency, Boolean> available = new EnumMap<>(Dependency.class);

  /** When a wipe was last seen. Guarded by this; absent before the first. */
  private OptionalLong wipedMillis = OptionalLong.empty();

  Reporter(Observer observer, NanoClock elapsed) {
    this.observer = observer;
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
    if (event == Event.ORIGIN_WIPE_SEEN && isNewWipe()) {
      LOG.log(
          Level.WARNING,
          "Redis has lost counts that it had confirmed (emptied, restarted or failed over); this process sends its own again");
    }
    observer.happened(event, times);
  }

  @Override
  public void measured(Gauge gauge, long value) {
    observer.measured(gauge, value);
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
