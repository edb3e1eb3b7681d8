// SPDX-License-Identifier: Apache-2.0
package io.weir.sql.call;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Things that wait, each in the line of its owner. Owners take turns, so that nobody waits for those who have much in line. Safe
 * for many threads.
 *
 * @param <T> what waits
 */
public final class FairQueue<T> {
  private final int maxPerOwner;
  private final int maxSize;

  /** Whoever is first has the next turn; nobody is here with an empty line. Guarded by this object's lock. */
  private final Map<String, Deque<T>> queues = new LinkedHashMap<>();

  private int size;

  /** So many of one owner wait at most, and so many of all. */
  public FairQueue(int maxPerOwner, int maxSize) {
    this.maxPerOwner = maxPerOwner;
    this.maxSize = maxSize;
  }

  /** Puts it in line. False if there is no room. */
  public synchronized boolean tryAdd(String owner, T waiting) {
    Deque<T> line = queues.get(owner);
    if (size >= maxSize || (line != null && line.size() >= maxPerOwner)) {
      return false;
    }
    if (line == null) {
      line = new ArrayDeque<>();
      queues.put(owner, line);
    }
    line.addLast(waiting);
    size++;
    return true;
  }

  /** The first in the line of whose turn it is; null if nothing waits. */
  public synchronized @Nullable T poll() {
    Iterator<Map.Entry<String, Deque<T>>> turns = queues.entrySet().iterator();
    if (!turns.hasNext()) {
      return null;
    }
    Map.Entry<String, Deque<T>> turn = turns.next();
    String owner = turn.getKey();
    Deque<T> line = turn.getValue();
    turns.remove();
    T first = line.removeFirst();
    size--;
    if (!line.isEmpty()) {
      queues.put(owner, line); // behind all others
    }
    return first;
  }

  /** So many at most, by turns. */
  public List<T> poll(int most) {
    List<T> taken = new ArrayList<>();
    while (taken.size() < most) {
      T next = poll();
      if (next == null) {
        break;
      }
      taken.add(next);
    }
    return taken;
  }

  /** How many wait. */
  public synchronized int size() {
    return size;
  }
}
