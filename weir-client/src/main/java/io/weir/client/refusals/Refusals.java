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
public final class Refusals {
  /*
   * Nothing that the server would admit is refused from here. A refusal says that a cost does not fit for some time even
   * if nobody spends anything, so a greater cost does not fit either; of a smaller one it says nothing. The time begins
   * when the question was sent, since the server can't have judged it earlier, and is elapsed time: clocks may be wrong.
   *
   * A changed override makes all of this void. One that is changed through this client forgets all refusals, drops those
   * that are on their way, and for a moment keeps no new ones, since not every server knows of it at once. One that is
   * changed elsewhere is noticed when a refusal ends, which is why none stands for longer than a minute.
   */
  private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(1);

  /** Servers of a fleet learn of a change within two seconds. */
  private static final long SETTLING_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** Of so many the one that ends first makes room: nearly as good as looking at all, and cheap. */
  private static final int LOOKED_AT = 8;

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
   * @param leftMillis in how long it said to come back, counted from now
   */
  public record Standing(Refusal refusal, long leftMillis) {}

  /**
   * When a question was sent.
   *
   * @param nanos elapsed time
   * @param changes how many changes had been made
   */
  public record Moment(long nanos, long changes) {}

  private record Entry(Refusal refusal, long toldNanos, long endNanos) {}

  private final int most;
  private final Timer timer;
  private final ConcurrentHashMap<Key, Entry> entries = new ConcurrentHashMap<>();
  private final AtomicLong changes = new AtomicLong();

  /** Held by who adds or forgets, so that the size is kept and nothing outlives a change; readers do without. */
  private final ReentrantLock writing = new ReentrantLock();

  /** Where the look for room goes on, so that it comes by all of them. Used under the lock only. */
  private Iterator<Map.Entry<Key, Entry>> hand = Collections.emptyIterator();

  /** When the last change is known everywhere. Used under the lock only; without meaning before the first change. */
  private long settledNanos;

  /** Remembers at most so many; none if 0. */
  public Refusals(int most, Timer timer) {
    this.most = most;
    this.timer = timer;
  }

  /** Now. */
  public Moment moment() {
    return new Moment(timer.nanoTime(), changes.get());
  }

  /** A refusal that answers this cost, or null. A cost of 0 wants to see how things stand, so it is always asked. */
  public @Nullable Standing find(Key key, long cost) {
    if (most == 0 || cost == 0) {
      return null;
    }
    Entry entry = entries.get(key);
    if (entry == null || cost < entry.refusal.cost()) {
      return null;
    }
    long now = timer.nanoTime();
    if (entry.endNanos - now <= 0) {
      entries.remove(key, entry);
      return null;
    }
    long left = Math.max(entry.toldNanos - now, 1);
    return new Standing(entry.refusal, (left + 999_999) / 1_000_000);
  }

  /**
   * Remembers a refusal.
   *
   * @param told in how long the server said to come back, in milliseconds, and the least that this can mean
   * @param asked when the question was sent
   */
  public void keep(Key key, Refusal refusal, Told told, Moment asked) {
    if (most == 0 || refusal.cost() == 0 || told.surelyMillis() <= 0) {
      return;
    }
    long stands = Math.min(nanos(told.surelyMillis()), LONGEST_NANOS);
    Entry entry =
        new Entry(refusal, asked.nanos() + nanos(told.toldMillis()), asked.nanos() + stands);
    writing.lock();
    try {
      long now = timer.nanoTime();
      boolean isSettled = changes.get() == 0 || settledNanos - now <= 0;
      if (asked.changes() != changes.get() || !isSettled || entry.endNanos - now <= 0) {
        return;
      }
      Entry before = entries.get(key);
      if (before != null
          && before.refusal.cost() <= refusal.cost()
          && before.endNanos - entry.endNanos >= 0) {
        return; // it says as much, and for longer
      }
      while (before == null && entries.size() >= most) {
        makeRoom(now);
      }
      entries.put(key, entry);
    } finally {
      writing.unlock();
    }
  }

  /**
   * In how long a server said to come back.
   *
   * @param toldMillis what it said
   * @param surelyMillis the least that this can mean
   */
  public record Told(long toldMillis, long surelyMillis) {}

  /** Saturated, so that sums with a moment do not overflow. */
  private static long nanos(long millis) {
    return Math.min(TimeUnit.MILLISECONDS.toNanos(millis), Long.MAX_VALUE / 4);
  }

  /** Readers drop what has ended at the same time: the entry that is found may be gone already, and so may all of them. */
  private void makeRoom(long now) {
    Map.Entry<Key, Entry> first = null;
    for (int seen = 0; seen < LOOKED_AT; seen++) {
      if (!hand.hasNext()) {
        hand = entries.entrySet().iterator();
      }
      if (!hand.hasNext()) {
        return;
      }
      Map.Entry<Key, Entry> each = hand.next();
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
  public void forgetAll() {
    writing.lock();
    try {
      changes.incrementAndGet();
      settledNanos = timer.nanoTime() + SETTLING_NANOS;
      entries.clear();
      hand = Collections.emptyIterator();
    } finally {
      writing.unlock();
    }
  }

  /** How many there are. */
  int size() {
    return entries.size();
  }
}
