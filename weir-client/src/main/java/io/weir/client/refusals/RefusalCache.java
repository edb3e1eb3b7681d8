// SPDX-License-Identifier: Apache-2.0
package io.weir.client.refusals;

import io.weir.client.time.Timer;
import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The refusals of a server that still stand. */
public final class RefusalCache {
  /*
   * Nothing that the server would admit is refused from here. A refusal says that a cost does not fit for some time even
   * if nobody spends anything, so a greater cost does not fit either; of a smaller one it says nothing. The time begins
   * when the question was sent, since the server can't have judged it earlier, and is elapsed time: clocks may be wrong.
   *
   * A changed override makes all of this void. One that is changed through this client forgets all refusals, drops those
   * that are on their way, and for a moment keeps no new ones, since not every server knows of it at once. One that is
   * changed elsewhere is noticed when a refusal ends, which is why none stands for longer than a minute.
   */
  private static final long MAX_NANOS = TimeUnit.MINUTES.toNanos(1);

  /** Servers of a fleet learn of a change within two seconds. */
  private static final long SETTLING_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** Of so many the one that ends first makes room: nearly as good as looking at all, and cheap. */
  private static final int EVICTION_SAMPLE = 8;

  /**
   * To what a refusal applies. Another limit or duration is another question.
   *
   * @param namespace where
   * @param identifier who
   * @param limit the limit that was asked for
   * @param durationMillis and its duration
   */
  public record Key(String namespace, String identifier, long limit, long durationMillis) {}

  /**
   * What the server said.
   *
   * @param cost what it refused
   * @param limit the limit that was applied
   * @param remaining what is left
   * @param reset when the window ends, in Unix milliseconds
   * @param overrideId which override was applied
   */
  public record Refusal(long cost, long limit, long remaining, long reset, String overrideId) {}

  /**
   * A refusal that stands.
   *
   * @param refusal what the server said
   * @param remainingMillis in how long it said to come back, counted from now
   */
  public record CachedRefusal(Refusal refusal, long remainingMillis) {}

  /**
   * When a question was sent.
   *
   * @param nanos elapsed time
   * @param changes how many changes had been made
   */
  public record Moment(long nanos, long changes) {}

  private record CacheSlot(Refusal refusal, long retryNanos, long endNanos) {}

  private final int maxEntries;
  private final Timer timer;
  private final ConcurrentHashMap<Key, CacheSlot> entries = new ConcurrentHashMap<>();
  private final AtomicLong changes = new AtomicLong();

  /** Held by who adds or forgets, so that the size is kept and nothing outlives a change; readers do without. */
  private final ReentrantLock writeLock = new ReentrantLock();

  /** Where the look for room goes on, so that it comes by all of them. Used under the lock only. */
  private Iterator<Map.Entry<Key, CacheSlot>> evictionCursor = Collections.emptyIterator();

  /** When the last change is known everywhere. Used under the lock only; without meaning before the first change. */
  private long settledNanos;

  /** Remembers at most so many; none if 0. */
  public RefusalCache(int maxEntries, Timer timer) {
    this.maxEntries = maxEntries;
    this.timer = timer;
  }

  /** Now. */
  public Moment moment() {
    return new Moment(timer.nanoTime(), changes.get());
  }

  /** A refusal that answers this cost, or null. A cost of 0 wants to see how things stand, so it is always asked. */
  public @Nullable CachedRefusal find(Key key, long cost) {
    if (maxEntries == 0 || cost == 0) {
      return null;
    }
    CacheSlot cacheSlot = entries.get(key);
    if (cacheSlot == null || cost < cacheSlot.refusal.cost()) {
      return null;
    }
    long now = timer.nanoTime();
    if (cacheSlot.endNanos - now <= 0) {
      entries.remove(key, cacheSlot);
      return null;
    }
    long left = Math.max(cacheSlot.retryNanos - now, 1);
    return new CachedRefusal(cacheSlot.refusal, (left + 999_999) / 1_000_000);
  }

  /**
   * Remembers a refusal.
   *
   * @param retryDelay in how long the server said to come back, in milliseconds, and the least that this can mean
   * @param asked when the question was sent
   */
  public void put(Key key, Refusal refusal, RetryDelay retryDelay, Moment asked) {
    if (maxEntries == 0 || refusal.cost() == 0 || retryDelay.certainMillis() <= 0) {
      return;
    }
    long stands = Math.min(nanos(retryDelay.certainMillis()), MAX_NANOS);
    CacheSlot cacheSlot = new CacheSlot(
        refusal, asked.nanos() + nanos(retryDelay.statedMillis()), asked.nanos() + stands);
    writeLock.lock();
    try {
      long now = timer.nanoTime();
      boolean isSettled = changes.get() == 0 || settledNanos - now <= 0;
      if (asked.changes() != changes.get() || !isSettled || cacheSlot.endNanos - now <= 0) {
        return;
      }
      CacheSlot before = entries.get(key);
      if (before != null
          && before.refusal.cost() <= refusal.cost()
          && before.endNanos - cacheSlot.endNanos >= 0) {
        return; // it says as much, and for longer
      }
      while (before == null && entries.size() >= maxEntries) {
        makeRoom(now);
      }
      entries.put(key, cacheSlot);
    } finally {
      writeLock.unlock();
    }
  }

  /**
   * In how long a server said to come back.
   *
   * @param statedMillis what it said
   * @param certainMillis the least that this can mean
   */
  public record RetryDelay(long statedMillis, long certainMillis) {}

  /** Saturated, so that sums with a moment do not overflow. */
  private static long nanos(long millis) {
    return Math.min(TimeUnit.MILLISECONDS.toNanos(millis), Long.MAX_VALUE / 4);
  }

  /** Readers drop what has ended at the same time: the entry that is found may be gone already, and so may all of them. */
  private void makeRoom(long now) {
    Map.Entry<Key, CacheSlot> first = null;
    for (int seen = 0; seen < EVICTION_SAMPLE; seen++) {
      if (!evictionCursor.hasNext()) {
        evictionCursor = entries.entrySet().iterator();
      }
      if (!evictionCursor.hasNext()) {
        return;
      }
      Map.Entry<Key, CacheSlot> each = evictionCursor.next();
      if (first == null || each.getValue().endNanos - first.getValue().endNanos < 0) {
        first = each;
      }
      if (each.getValue().endNanos - now <= 0) {
        break;
      }
    }
    if (first != null) {
      entries.remove(first.getKey());
    }
  }

  /** An override was changed, or may have been. */
  public void clear() {
    writeLock.lock();
    try {
      changes.incrementAndGet();
      settledNanos = timer.nanoTime() + SETTLING_NANOS;
      entries.clear();
      evictionCursor = Collections.emptyIterator();
    } finally {
      writeLock.unlock();
    }
  }

  /** How many there are. */
  int size() {
    return entries.size();
  }
}
