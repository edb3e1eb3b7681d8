// SPDX-License-Identifier: Apache-2.0
package io.weir.client;

import io.weir.client.time.Timer;
import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A cache of the server's refusals that are still valid. */
final class RefusalCache {
  /*
   * The cache refuses nothing that the server would admit. A refusal says that a cost does not fit for some time even
   * if nothing else is spent, so a greater cost does not fit either; it says nothing about a smaller cost. The time
   * starts when the request was sent, since the server cannot have decided earlier. It is elapsed time, because wall
   * clocks may be wrong.
   *
   * A changed override invalidates all entries. A change through this client clears the cache, discards refusals of
   * pending requests, and for a moment stores no new ones, since not every server knows the change immediately. A
   * change made elsewhere is noticed when a refusal expires, which is why no entry is kept longer than a minute.
   */
  private static final long MAX_NANOS = TimeUnit.MINUTES.toNanos(1);

  /** The servers of a fleet apply a change within two seconds. */
  private static final long SETTLING_NANOS = TimeUnit.SECONDS.toNanos(5);

  /**
   * How many entries are compared to evict the one that expires first: nearly as good as comparing all of them, and
   * cheap.
   */
  private static final int EVICTION_SAMPLE = 8;

  /**
   * The key of a refusal. Another limit or duration is another key.
   *
   * @param namespace the namespace
   * @param identifier the identifier
   * @param limit the requested limit
   * @param durationMillis its duration
   */
  public record Key(String namespace, String identifier, long limit, long durationMillis) {}

  /**
   * A refusal by the server.
   *
   * @param cost the refused cost
   * @param limit the limit that was applied
   * @param remaining what can still be spent
   * @param reset the end of the window, in Unix milliseconds
   * @param overrideId the id of the override that was applied
   */
  public record Refusal(long cost, long limit, long remaining, long reset, String overrideId) {}

  /**
   * A refusal that is still valid.
   *
   * @param refusal the server's refusal
   * @param remainingMillis the rest of its retry delay, counted from now
   */
  public record CachedRefusal(Refusal refusal, long remainingMillis) {}

  /**
   * When a request was sent.
   *
   * @param nanos elapsed time
   * @param changes the number of changes made until then
   */
  public record Moment(long nanos, long changes) {}

  private record CacheSlot(Refusal refusal, long retryNanos, long endNanos) {}

  private final int maxEntries;
  private final Timer timer;
  private final ConcurrentHashMap<Key, CacheSlot> entries = new ConcurrentHashMap<>();
  private final AtomicLong changes = new AtomicLong();

  /** Held by writers, so that the size stays bounded and no entry outlives a change; readers do not take it. */
  private final ReentrantLock writeLock = new ReentrantLock();

  /** Where the next eviction continues, so that it visits all entries in turn. Guarded by the lock. */
  private Iterator<Map.Entry<Key, CacheSlot>> evictionCursor = Collections.emptyIterator();

  /** When the last change is known to all servers. Guarded by the lock; meaningless before the first change. */
  private long settledNanos;

  /** Creates a cache of at most {@code maxEntries} refusals; 0 disables it. */
  public RefusalCache(int maxEntries, Timer timer) {
    this.maxEntries = maxEntries;
    this.timer = timer;
  }

  /** Returns the current moment. */
  public Moment moment() {
    return new Moment(timer.nanoTime(), changes.get());
  }

  /**
   * Returns a refusal that answers this cost, or null. A check of cost 0 asks for the current state, so it always
   * goes to the server.
   */
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
   * Stores a refusal.
   *
   * @param retryDelay the delay that the server sent, and the shortest one it can stand for
   * @param sentAt when the request was sent
   */
  public void put(Key key, Refusal refusal, RetryDelay retryDelay, Moment sentAt) {
    if (maxEntries == 0 || refusal.cost() == 0 || retryDelay.certainMillis() <= 0) {
      return;
    }
    long validNanos = Math.min(nanos(retryDelay.certainMillis()), MAX_NANOS);
    CacheSlot cacheSlot = new CacheSlot(
        refusal, sentAt.nanos() + nanos(retryDelay.statedMillis()), sentAt.nanos() + validNanos);
    writeLock.lock();
    try {
      long now = timer.nanoTime();
      boolean isSettled = changes.get() == 0 || settledNanos - now <= 0;
      if (sentAt.changes() != changes.get() || !isSettled || cacheSlot.endNanos - now <= 0) {
        return;
      }
      CacheSlot before = entries.get(key);
      if (before != null
          && before.refusal.cost() <= refusal.cost()
          && before.endNanos - cacheSlot.endNanos >= 0) {
        return; // the stored one covers this cost, and for longer
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
   * A retry delay from the server.
   *
   * @param statedMillis the delay as sent
   * @param certainMillis the shortest delay that the sent value can stand for
   */
  public record RetryDelay(long statedMillis, long certainMillis) {}

  /** Converts to nanoseconds. Saturates, so that the sum with a moment does not overflow. */
  private static long nanos(long millis) {
    return Math.min(TimeUnit.MILLISECONDS.toNanos(millis), Long.MAX_VALUE / 4);
  }

  /**
   * Evicts an entry. Readers remove expired entries concurrently: the one that is found may be gone already, and so
   * may all others.
   */
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

  /** Removes all refusals because an override was changed, or may have been. */
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

  /** Returns the number of entries. */
  int size() {
    return entries.size();
  }
}
