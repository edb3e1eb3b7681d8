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
 * A queue in which each owner has a line of its own. Owners take turns, so that none waits for another's backlog.
 * Thread-safe.
 *
 * @param <T> the type of the elements
 */
public final class FairQueue<T> {
  private final int maxPerOwner;
  private final int maxSize;

  /** The first owner has the next turn; no line is empty. Guarded by this object's lock. */
  private final Map<String, Deque<T>> queues = new LinkedHashMap<>();

  private int size;

  /** Creates a queue for at most this many elements per owner and in total. */
  public FairQueue(int maxPerOwner, int maxSize) {
    this.maxPerOwner = maxPerOwner;
    this.maxSize = maxSize;
  }

  /** Adds an element to its owner's line. False if there is no room. */
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

  /** Removes the first element of the owner whose turn it is; null if the queue is empty. */
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

  /** Removes up to this many elements, by turns. */
  public List<T> poll(int max) {
    List<T> taken = new ArrayList<>();
    while (taken.size() < max) {
      T next = poll();
      if (next == null) {
        break;
      }
      taken.add(next);
    }
    return taken;
  }

  /** Returns the number of elements. */
  public synchronized int size() {
    return size;
  }
}
