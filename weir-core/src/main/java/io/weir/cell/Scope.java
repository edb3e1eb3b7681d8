// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import io.weir.Event;
import io.weir.memory.HeapSizes;
import io.weir.window.AdmissionLog;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Iterator;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The subjects of one workspace, namespace and duration: the table in which a limiter looks up identifiers. */
public final class Scope {
  /*
   * A map per scope, keyed by the caller's own string: its hash is cached in it, so a check pays one probe and
   * allocates no key. The JDK's map turns crowded bins into trees, so identifiers that were chosen to collide stay
   * harmless.
   *
   * A scope with subjects is referenced by the table. One without subjects is referenced only by its limiters, and is
   * collected with the last of them: callers choose namespaces and durations, so scopes for arbitrary names must not
   * stay. A holder of a scope keeps it from being collected, so no caller ever sees one disappear. So no two scopes of
   * the same name are ever in use at once, and a limiter may keep its scope forever.
   *
   * The array of a map grows and never shrinks. So a scope is charged for the most subjects that it ever had, and gets
   * a new map when it has none.
   */

  /** The number of subjects that fit into a map's first array, whose weight is part of the scope's. */
  private static final int SMALL_MAP_SIZE = 12;

  private final SubjectTable table;
  private final ScopeName scopeName;
  private final long duration;

  /**
   * Replaced while the population is 0, under the monitor. A thread that still reads the previous map finds it empty.
   * To create a subject it accesses the population, and so sees the new map. Not volatile, because every check reads
   * it. An empty map has only fields that are 0, so it may be seen before it is written.
   */
  private ConcurrentHashMap<String, Subject> subjects = new ConcurrentHashMap<>();

  /**
   * The number of subjects in the map or being created, plus the number of their logs. Changes from 0 and to 0 under
   * the monitor only: see {@link #enter}.
   */
  private final AtomicInteger population = new AtomicInteger();

  /** The most that the population was since it was last 0. */
  private final AtomicInteger peak = new AtomicInteger();

  /**
   * The workspace's share of the table's memory. Written while the population is 0, under the monitor; used while it
   * is not.
   */
  private SubjectEvictor.@Nullable SubjectUsage subjectUsage;
  /** The logs of subjects that were checked under an exact window; most scopes have none. Set under the monitor. */
  private volatile @Nullable ConcurrentHashMap<Subject, AdmissionLog> logs;

  Scope(SubjectTable table, ScopeName scopeName) {
    this.table = table;
    this.scopeName = scopeName;
    this.duration = scopeName.duration();
  }

  /** The identity of a scope. */
  record ScopeName(String workspace, String namespace, long duration) {}

  /** A weak reference to a scope. */
  static final class ScopeReference extends WeakReference<Scope> {
    private final ScopeName scopeName;

    ScopeReference(Scope scope, ReferenceQueue<Scope> lost) {
      super(scope, lost);
      this.scopeName = scope.scopeName;
    }

    /** The name of the scope, which may already be collected. */
    ScopeName name() {
      return scopeName;
    }
  }

  /** The identifier's subject, created if it does not exist. */
  public Subject subject(String identifier, long epochMillis) {
    Subject found = subjects.get(identifier);
    return found != null ? found : create(identifier, epochMillis);
  }

  private Subject create(String identifier, long epochMillis) {
    table.requireOpen();
    long weight = weightOf(identifier);
    table.makeRoom(this, weight, epochMillis);
    Subject fresh = new Subject(this, identifier, table.nextGeneration(), epochMillis);
    fresh.mergeImports(fresh.current());
    enter();
    requireShare().add(1, weight); // before another thread can find the subject and remove it
    Subject winner = subjects.putIfAbsent(identifier, fresh);
    if (winner != null) {
      requireShare().add(-1, -weight);
      leave();
      return winner;
    }
    if (table.isClosed()) { // possibly too late for the walk that retires everything
      fresh.forceRetire();
      table.requireOpen();
    }
    if (fresh.isOutdated()) { // a reset was applied meanwhile and may have missed this subject
      table.retire(fresh);
      return subject(identifier, epochMillis);
    }
    table.observer().onEvent(Event.CELL_CREATED_BY_TRAFFIC, 1);
    fresh.mergeImports(fresh.current());
    return fresh;
  }

  /** The identifier's subject if it is in memory. */
  public @Nullable Subject find(String identifier) {
    return subjects.get(identifier);
  }

  /** Removes a retired subject from the table, so that the next look-up creates a new one. Idempotent. */
  public void remove(Subject retired) {
    if (subjects.remove(retired.identifier(), retired)) {
      removeLog(retired);
      requireShare().add(-1, -weightOf(retired.identifier()));
      leave();
    }
  }

  /** The weight of a subject of this identifier, without its part of the scope and its log. */
  long weightOf(String identifier) {
    return table.subjectWeight() + HeapSizes.ofString(identifier);
  }

  /** The weight of the scope itself while it has subjects. */
  long weight() {
    return HeapSizes.SCOPE + HeapSizes.ofString(scopeName.namespace());
  }

  /** The weight of the subject with its part of the scope, even after it left the table. */
  public long weightOf(Subject subject) {
    return weightOf(subject.identifier()) + weight() / Math.max(1, population.get());
  }

  boolean isEmpty() {
    return population.get() == 0;
  }

  private SubjectEvictor.SubjectUsage requireShare() {
    return Objects.requireNonNull(subjectUsage, "share must not be null in a scope with subjects");
  }

  /** The log of a subject, created if there is none. It is removed with the subject. */
  AdmissionLog log(Subject subject, long epochMillis) {
    ConcurrentHashMap<Subject, AdmissionLog> all = logs;
    AdmissionLog known = all == null ? null : all.get(subject);
    return known != null ? known : createLog(subject, epochMillis);
  }

  private AdmissionLog createLog(Subject subject, long epochMillis) {
    table.makeRoomWithin(this, HeapSizes.ADMISSION_LOG, epochMillis); // may evict this subject
    AdmissionLog fresh = new AdmissionLog(duration);
    enter(); // as for a subject: the scope, its share and its logs stay as long as the log does
    requireShare().add(0, HeapSizes.ADMISSION_LOG);
    AdmissionLog winner = logs().putIfAbsent(subject, fresh);
    if (winner != null) {
      requireShare().add(0, -HeapSizes.ADMISSION_LOG);
      leave();
      return winner;
    }
    if (subjects.get(subject.identifier()) != subject) {
      removeLog(subject); // retired and removed meanwhile: nothing else would remove the log
    }
    return fresh;
  }

  /** Must be called only while the scope has subjects or logs: without any, the map is dropped. */
  private ConcurrentHashMap<Subject, AdmissionLog> logs() {
    ConcurrentHashMap<Subject, AdmissionLog> all = logs;
    if (all == null) {
      synchronized (this) {
        all = logs;
        if (all == null) {
          all = new ConcurrentHashMap<>();
          logs = all;
        }
      }
    }
    return all;
  }

  private void removeLog(Subject retired) {
    ConcurrentHashMap<Subject, AdmissionLog> all = logs;
    if (all != null && all.remove(retired) != null) {
      requireShare().add(0, -HeapSizes.ADMISSION_LOG);
      leave();
    }
  }

  /**
   * Called before a subject is added: from here on the table references the scope, so no walk can miss the subject.
   */
  private void enter() {
    if (!addUnlessAt(0, 1)) {
      synchronized (this) {
        if (population.get() == 0) {
          subjectUsage = table.scopeRegistry().retain(this);
          subjectUsage.add(0, weight());
        }
        population.incrementAndGet();
      }
    }
    updatePeak();
  }

  private void updatePeak() {
    int now = population.get();
    int before = peak.getAndAccumulate(now, Math::max);
    if (now > before) {
      requireShare().add(0, HeapSizes.SLOT * (now - before));
    }
  }

  /** Called after a subject was removed or not added after all. */
  private void leave() {
    if (!addUnlessAt(1, -1)) {
      synchronized (this) {
        if (population.decrementAndGet() == 0) {
          int most = peak.getAndSet(0);
          if (most > SMALL_MAP_SIZE) {
            subjects = new ConcurrentHashMap<>();
          }
          requireShare().add(0, -weight() - HeapSizes.SLOT * most);
          subjectUsage = null;
          table.scopeRegistry().release(this);
          logs = null; // empty, but for what a retired subject is about to take out again
        }
      }
    }
  }

  private boolean addUnlessAt(int edge, int by) {
    int seen = population.get();
    while (seen != edge) {
      if (population.compareAndSet(seen, seen + by)) {
        return true;
      }
      seen = population.get();
    }
    return false;
  }

  /** Iterates over the subjects while others are added and removed. */
  Iterator<Subject> iterator() {
    return subjects.values().iterator();
  }

  /** The latest reset of an identifier; 0 if there was none. */
  long epoch(String identifier) {
    return table.epochs().of(scopeName.workspace(), scopeName.namespace(), identifier);
  }

  /** Whether admissions in this scope are shared with other processes or regions. */
  boolean isShared() {
    return table.isShared();
  }

  SubjectTable.SignalQueue signals() {
    return table.signals();
  }

  SubjectTable table() {
    return table;
  }

  ScopeName name() {
    return scopeName;
  }

  /** The tenant. */
  public String workspace() {
    return scopeName.workspace();
  }

  /** The group of identifiers within the tenant. */
  public String namespace() {
    return scopeName.namespace();
  }

  /** The window's length in milliseconds. */
  public long duration() {
    return duration;
  }
}
