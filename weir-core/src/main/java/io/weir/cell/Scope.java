// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import io.weir.Event;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Iterator;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The subjects of one workspace, namespace and duration: what one limiter looks its identifiers up in. */
public final class Scope {
  /*
   * A map per scope, keyed by the caller's own string: its hash is cached in it, so a check pays one probe and allocates
   * no key. The JDK's map turns crowded bins into trees, so identifiers that were chosen to collide stay harmless.
   *
   * A scope with subjects is held by the table. One without any is held by its limiters alone, and goes with the last of
   * them: callers choose namespaces and durations, so what they made up must not stay. Whoever could tell that a scope
   * was gone is who keeps it. So no two scopes of the same name are ever in use at once, and a limiter may keep its own
   * for ever.
   */

  private final SubjectTable table;
  private final Name name;
  private final long duration;
  private final ConcurrentHashMap<String, Subject> subjects = new ConcurrentHashMap<>();

  /** How many subjects are in the map or on their way. Moves from 0 and to 0 under the monitor only: see {@link #join}. */
  private final AtomicInteger population = new AtomicInteger();

  Scope(SubjectTable table, Name name) {
    this.table = table;
    this.name = name;
    this.duration = name.duration();
  }

  /** What tells scopes apart. */
  record Name(String workspace, String namespace, long duration) {}

  /** Finds a scope that somebody else holds, for as long as somebody does. */
  static final class Trace extends WeakReference<Scope> {
    private final Name name;

    Trace(Scope scope, ReferenceQueue<Scope> lost) {
      super(scope, lost);
      this.name = scope.name;
    }

    /** Whose trace this is, or was. */
    Name name() {
      return name;
    }
  }

  /** The identifier's subject, made if it is not known. */
  public Subject subject(String identifier, long epochMillis) {
    Subject found = subjects.get(identifier);
    return found != null ? found : create(identifier, epochMillis);
  }

  private Subject create(String identifier, long epochMillis) {
    table.requireOpen();
    table.makeRoom(epochMillis);
    Subject fresh = new Subject(this, identifier, table.nextGeneration(), epochMillis);
    fresh.takeImports(fresh.current());
    join();
    Subject winner = subjects.putIfAbsent(identifier, fresh);
    if (winner != null) {
      leave();
      return winner;
    }
    table.grew(1);
    if (table.isClosed()) { // perhaps too late for the walk that retires everything
      fresh.retireForGood();
      table.requireOpen();
    }
    table.observer().happened(Event.CELL_CREATED_BY_TRAFFIC, 1);
    fresh.takeImports(fresh.current());
    return fresh;
  }

  /** The identifier's subject if it is in memory. */
  public @Nullable Subject known(String identifier) {
    return subjects.get(identifier);
  }

  /** Takes a retired subject out of the table, so that the next look-up makes a new one. Harmless when done twice. */
  public void drop(Subject retired) {
    if (subjects.remove(retired.identifier(), retired)) {
      table.grew(-1);
      leave();
    }
  }

  /** Before a subject comes in: from here on the table holds the scope, so no walk can miss the subject. */
  private void join() {
    if (!moveUnlessAt(0, 1)) {
      synchronized (this) {
        if (population.get() == 0) {
          table.hold(this);
        }
        population.incrementAndGet();
      }
    }
  }

  /** After a subject went, or did not come. */
  private void leave() {
    if (!moveUnlessAt(1, -1)) {
      synchronized (this) {
        if (population.decrementAndGet() == 0) {
          table.letGo(this);
        }
      }
    }
  }

  private boolean moveUnlessAt(int edge, int by) {
    int seen = population.get();
    while (seen != edge) {
      if (population.compareAndSet(seen, seen + by)) {
        return true;
      }
      seen = population.get();
    }
    return false;
  }

  /** Walks the subjects while others come and go. */
  Iterator<Subject> iterator() {
    return subjects.values().iterator();
  }

  /** Whether what is admitted here is shared with other processes or regions. */
  boolean isShared() {
    return table.isShared();
  }

  SubjectTable.Signals signals() {
    return table.signals();
  }

  SubjectTable table() {
    return table;
  }

  Name name() {
    return name;
  }

  /** The tenant. */
  public String workspace() {
    return name.workspace();
  }

  /** The group of identifiers within the tenant. */
  public String namespace() {
    return name.namespace();
  }

  /** The window's length in milliseconds. */
  public long duration() {
    return duration;
  }
}
