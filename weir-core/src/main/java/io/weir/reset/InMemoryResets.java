// SPDX-License-Identifier: Apache-2.0
package io.weir.reset;

import io.weir.time.EpochClock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Resets kept in this process's memory: for in-memory stores, and for an engine without any store. Answers at once.
 */
public final class InMemoryResets implements Resets {
  private record StoredReset(long epoch, long revision) {}

  /** The least time between two searches for expired resets, each of which examines all resets. */
  private static final long FORGET_MILLIS = 60_000;

  private final EpochClock clock;
  private final Map<ResetTarget, StoredReset> kept = new HashMap<>();
  private final TreeMap<Long, ResetTarget> byRevision = new TreeMap<>();
  private final Map<String, Integer> perWorkspace = new HashMap<>();
  private long revision;
  private long nextForgetting;
  private int wipes;

  /** Creates an empty store on this clock. */
  public InMemoryResets(EpochClock clock) {
    this.clock = clock;
  }

  @Override
  public synchronized CompletionStage<Long> raise(ResetTarget resetTarget, long least) {
    StoredReset before = kept.get(resetTarget);
    long epoch = Math.max(least, clock.epochMillis());
    epoch = before == null ? epoch : Math.max(epoch, before.epoch() + 1);
    return put(new Reset(resetTarget, epoch))
        ? CompletableFuture.completedFuture(epoch)
        : CompletableFuture.failedFuture(ResetRefused.overBudget(resetTarget.workspace()));
  }

  @Override
  public synchronized CompletionStage<Void> store(List<Reset> resets) {
    for (Reset reset : resets) {
      StoredReset before = kept.get(reset.identity());
      if (before == null || before.epoch() < reset.epoch()) {
        boolean unusedFits = put(reset);
      }
    }
    return CompletableFuture.completedFuture(null);
  }

  /** Adds or raises a reset. False if there is no room for it. */
  private boolean put(Reset reset) {
    ResetTarget resetTarget = reset.identity();
    StoredReset before = kept.get(resetTarget);
    if (before == null && !hasRoom(resetTarget.workspace())) {
      return false;
    }
    if (before == null) {
      perWorkspace.merge(resetTarget.workspace(), 1, Integer::sum);
    } else {
      byRevision.remove(before.revision());
    }
    revision++;
    kept.put(resetTarget, new StoredReset(reset.epoch(), revision));
    byRevision.put(revision, resetTarget);
    return true;
  }

  private boolean hasRoom(String workspace) {
    long now = clock.epochMillis();
    boolean isFull = perWorkspace.getOrDefault(workspace, 0) >= BUDGET;
    if (isFull && (now >= nextForgetting || now < nextForgetting - FORGET_MILLIS)) {
      nextForgetting = now + FORGET_MILLIS;
      forget(now - RETENTION_MILLIS);
    }
    return perWorkspace.getOrDefault(workspace, 0) < BUDGET;
  }

  private void forget(long before) {
    kept.entrySet().removeIf(each -> {
      boolean isOver = each.getValue().epoch() < before;
      if (isOver) {
        byRevision.remove(each.getValue().revision());
        perWorkspace.merge(each.getKey().workspace(), -1, Integer::sum);
      }
      return isOver;
    });
    perWorkspace.values().removeIf(count -> count <= 0);
  }

  @Override
  public synchronized CompletionStage<ResetPage> since(ResetPosition resetPosition) {
    String generation = revision == 0 ? "" : "memory-" + wipes;
    boolean isKnown =
        resetPosition.generation().equals(generation) && resetPosition.revision() <= revision;
    long from = isKnown ? resetPosition.revision() : 0;
    List<Reset> resets = new ArrayList<>();
    long last = from;
    for (Map.Entry<Long, ResetTarget> each : byRevision.tailMap(from, false).entrySet()) {
      if (resets.size() == PAGE) {
        break;
      }
      resets.add(new Reset(each.getValue(), epoch(each.getValue())));
      last = each.getKey();
    }
    boolean isLast = byRevision.higherKey(last) == null;
    return CompletableFuture.completedFuture(
        new ResetPage(new ResetPosition(generation, last), resets, from == 0, isLast));
  }

  private long epoch(ResetTarget resetTarget) {
    @Nullable StoredReset known = kept.get(resetTarget);
    return known == null ? 0 : known.epoch();
  }

  /** Removes everything, like a store that loses its data. */
  public synchronized void wipe() {
    kept.clear();
    byRevision.clear();
    perWorkspace.clear();
    revision = 0;
    wipes++;
  }

  /** The number of identifiers with a reset. */
  public synchronized int size() {
    return kept.size();
  }
}
