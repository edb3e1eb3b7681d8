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

/** Resets in this process's memory: of stores in memory, and of an engine without any store. Answers at once. */
public final class InMemoryResets implements Resets {
  private record Kept(long epoch, long revision) {}

  /** What can't matter any more is looked for this often at most: it takes a look at everything. */
  private static final long FORGET_MILLIS = 60_000;

  private final EpochClock clock;
  private final Map<Identity, Kept> kept = new HashMap<>();
  private final TreeMap<Long, Identity> byRevision = new TreeMap<>();
  private final Map<String, Integer> perWorkspace = new HashMap<>();
  private long revision;
  private long nextForgetting;
  private int wipes;

  /** None yet, on this clock. */
  public InMemoryResets(EpochClock clock) {
    this.clock = clock;
  }

  @Override
  public synchronized CompletionStage<Long> raise(Identity identity, long least) {
    Kept before = kept.get(identity);
    long epoch = Math.max(least, clock.epochMillis());
    epoch = before == null ? epoch : Math.max(epoch, before.epoch() + 1);
    return put(new Reset(identity, epoch))
        ? CompletableFuture.completedFuture(epoch)
        : CompletableFuture.failedFuture(ResetRefused.overBudget(identity.workspace()));
  }

  @Override
  public synchronized CompletionStage<Void> keep(List<Reset> resets) {
    for (Reset reset : resets) {
      Kept before = kept.get(reset.identity());
      if (before == null || before.epoch() < reset.epoch()) {
        boolean unusedFits = put(reset);
      }
    }
    return CompletableFuture.completedFuture(null);
  }

  /** False if there is no room for it. */
  private boolean put(Reset reset) {
    Identity identity = reset.identity();
    Kept before = kept.get(identity);
    if (before == null && !hasRoom(identity.workspace())) {
      return false;
    }
    if (before == null) {
      perWorkspace.merge(identity.workspace(), 1, Integer::sum);
    } else {
      byRevision.remove(before.revision());
    }
    revision++;
    kept.put(identity, new Kept(reset.epoch(), revision));
    byRevision.put(revision, identity);
    return true;
  }

  private boolean hasRoom(String workspace) {
    long now = clock.epochMillis();
    boolean isFull = perWorkspace.getOrDefault(workspace, 0) >= BUDGET;
    if (isFull && (now >= nextForgetting || now < nextForgetting - FORGET_MILLIS)) {
      nextForgetting = now + FORGET_MILLIS;
      forget(now - LIFE_MILLIS);
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
  public synchronized CompletionStage<Page> since(Position position) {
    String generation = revision == 0 ? "" : "memory-" + wipes;
    boolean isKnown = position.generation().equals(generation) && position.revision() <= revision;
    long from = isKnown ? position.revision() : 0;
    List<Reset> resets = new ArrayList<>();
    long last = from;
    for (Map.Entry<Long, Identity> each : byRevision.tailMap(from, false).entrySet()) {
      if (resets.size() == PAGE) {
        break;
      }
      resets.add(new Reset(each.getValue(), epoch(each.getValue())));
      last = each.getKey();
    }
    boolean isLast = byRevision.higherKey(last) == null;
    return CompletableFuture.completedFuture(
        new Page(new Position(generation, last), resets, from == 0, isLast));
  }

  private long epoch(Identity identity) {
    @Nullable Kept known = kept.get(identity);
    return known == null ? 0 : known.epoch();
  }

  /** Loses everything. */
  public synchronized void wipe() {
    kept.clear();
    byRevision.clear();
    perWorkspace.clear();
    revision = 0;
    wipes++;
  }

  /** How many identifiers have a reset. */
  public synchronized int size() {
    return kept.size();
  }
}
