// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

import io.weir.CellKey;
import io.weir.Decision;
import io.weir.Event;
import io.weir.Observer;
import io.weir.time.NanoClock;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/** Forwards events to the caller's observer, and logs each change of state once. */
final class Reporter implements Observer {
  private static final Logger LOG = System.getLogger(Engine.class.getName());

  /** A wiped origin is detected again with each missing count. Detections within this time are the same wipe. */
  private static final long WIPE_LOG_MILLIS = 10_000;

  /** The most log lines about skipped counts within the time below: each names a cell, and one per cell is enough. */
  private static final int MAX_SKIPPED_LINES = 20;

  private static final long SKIPPED_LINES_MILLIS = 3_600_000;

  private final Observer observer;
  private final String region;
  private final NanoClock elapsed;

  /** The last known availability. Guarded by this; a store counts as available until it fails. */
  private final Map<Dependency, Boolean> available = new EnumMap<>(Dependency.class);

  /** The number of origins that the region's processes use. Guarded by this. */
  private long origins;

  /** When a wipe was last detected. Guarded by this; absent before the first. */
  private OptionalLong wipedMillis = OptionalLong.empty();

  /** Cells that were logged recently, and since when. Guarded by this. */
  private final Set<CellKey> skippedCells = new HashSet<>();

  private long skippedSince;

  Reporter(Observer observer, String region, NanoClock elapsed) {
    this.observer = observer;
    this.region = region;
    this.elapsed = elapsed;
    for (Dependency dependency : Dependency.values()) {
      available.put(dependency, true);
    }
  }

  @Override
  public void onDecision(Decision decision) {
    observer.onDecision(decision);
  }

  @Override
  public void onEvent(Event event, long times) {
    if (event == Event.INCARNATION_RENEWED) {
      LOG.log(
          Level.WARNING,
          "this process renewed its incarnation: a copy of it uses the old one, or its origin"
              + " was replaced by one with other data");
    }
    if (event == Event.ORIGIN_WIPE_SEEN && isNewWipe()) {
      LOG.log(
          Level.WARNING,
          "Redis lost counts that it had acknowledged (flushed, restarted or failed over);"
              + " publishing the counts of this process again");
    }
    observer.onEvent(event, times);
  }

  @Override
  public void onGauge(Gauge gauge, long value) {
    if (gauge == Gauge.ORIGINS) {
      reportOrigins(value);
    }
    observer.onGauge(gauge, value);
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
          "processes of region {0} use {1} different origins: limits are less exact until"
              + " all of them use the same Redis",
          region,
          String.valueOf(now));
    } else if (now <= 1 && before > 1) {
      LOG.log(Level.INFO, "all processes of region {0} use the same origin again", region);
    }
  }

  /** The number of different origins that the region's processes use. */
  synchronized int origins() {
    return (int) origins;
  }

  @Override
  public void onAvailability(Dependency dependency, boolean isAvailable, String reason) {
    synchronized (this) {
      if (Boolean.valueOf(isAvailable).equals(available.put(dependency, isAvailable))) {
        return;
      }
    }
    if (isAvailable) {
      LOG.log(Level.INFO, "{0} is available again ({1})", name(dependency), reason);
    } else {
      LOG.log(
          Level.WARNING, "{0} is unavailable; using local counts: {1}", name(dependency), reason);
    }
    observer.onAvailability(dependency, isAvailable, reason);
  }

  private synchronized boolean isNewWipe() {
    long now = elapsed.elapsedMillis();
    boolean isNew = wipedMillis.isEmpty() || now - wipedMillis.getAsLong() > WIPE_LOG_MILLIS;
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
  public void onOriginBudget(String workspace, boolean isUsedUp, long bytes) {
    if (isUsedUp) {
      LOG.log(
          Level.WARNING,
          "workspace {0} has used up its memory in the origin ({1} bytes): each process counts new"
              + " identifiers on its own until others expire",
          singleLine(workspace),
          String.valueOf(bytes));
    } else {
      LOG.log(
          Level.INFO,
          "workspace {0} has memory left in the origin again: {1} bytes",
          singleLine(workspace),
          String.valueOf(bytes));
    }
    observer.onOriginBudget(workspace, isUsedUp, bytes);
  }

  @Override
  public void onSkippedEntry(CellKey cell, String what) {
    if (shouldLog(cell)) {
      LOG.log(Level.WARNING, "ignored a count in a store: {0}", singleLine(what));
    }
    observer.onSkippedEntry(cell, what);
  }

  /** Makes the text fit on one line: names may contain any character. */
  private static String singleLine(String text) {
    return text.replaceAll("\\p{Cntrl}", "?");
  }

  /** Whether to log this cell: once per cell, and at most a fixed number per hour. */
  private synchronized boolean shouldLog(CellKey cell) {
    long now = elapsed.elapsedMillis();
    if (skippedCells.isEmpty() || now - skippedSince > SKIPPED_LINES_MILLIS) {
      skippedCells.clear();
      skippedSince = now;
    }
    return skippedCells.size() < MAX_SKIPPED_LINES && skippedCells.add(cell);
  }

  @Override
  public void onMemoryPressure(boolean evicting, long subjects) {
    String text = String.valueOf(subjects);
    if (evicting) {
      LOG.log(
          Level.WARNING,
          "memory ceiling reached; evicting subjects whose counts are still needed: {0} subjects",
          text);
    } else {
      LOG.log(Level.INFO, "no longer at the memory ceiling: {0} subjects", text);
    }
    observer.onMemoryPressure(evicting, subjects);
  }

  @Override
  public void onWorkspaceEviction(String workspace, boolean began) {
    if (began) {
      LOG.log(
          Level.WARNING,
          "workspace {0} uses the most memory at the memory ceiling; evicting its subjects although"
              + " their counts are still needed",
          workspace);
    } else {
      LOG.log(Level.INFO, "no longer evicting subjects of workspace {0}", workspace);
    }
    observer.onWorkspaceEviction(workspace, began);
  }
}
