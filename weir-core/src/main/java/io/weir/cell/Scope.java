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
   *
   * The array of a map grows and never shrinks. So a scope weighs what it needed for the most subjects that it ever had, and
   * gets a new map when it has none.
   */

  /** As many subjects fit into a map's first array, whose weight is part of the scope's. */
  private static final int SMALL_MAP_SIZE = 12;

  private final SubjectTable table;
  private final ScopeName scopeName;
  private final long duration;

  /**
   * Replaced while the population is 0, under the monitor. Whoever still finds the one before finds it empty, and on the way
   * to a new subject passes the population, and so sees the new one. Not volatile, as every check reads it; an empty map has
   * no field that is not 0, so it may be seen before it is written.
   */
  private ConcurrentHashMap<String, Subject> subjects = new ConcurrentHashMap<>();

  /** How many subjects are in the map or on their way, and logs of them. Moves from 0 and to 0 under the monitor only: see {@link #enter}. */
  private final AtomicInteger population = new AtomicInteger();

  /** The most that the population was since it was last 0. */
  private final AtomicInteger peak = new AtomicInteger();

  /** The workspace's share of the table's memory. Written with the population at 0, under the monitor; used while it is not. */
  private SubjectEvictor.@Nullable SubjectUsage subjectUsage;
  /** The logs of subjects that were asked under an exact window, which most scopes have none of. Set under the monitor. */
  private volatile @Nullable ConcurrentHashMap<Subject, AdmissionLog> logs;

  Scope(SubjectTable table, ScopeName scopeName) {
    this.table = table;
    this.scopeName = scopeName;
    this.duration = scopeName.duration();
  }

  /** What tells scopes apart. */
  record ScopeName(String workspace, String namespace, long duration) {}

  /** Finds a scope that somebody else holds, for as long as somebody does. */
  static final class ScopeReference extends WeakReference<Scope> {
    private final ScopeName scopeName;

    ScopeReference(Scope scope, ReferenceQueue<Scope> lost) {
      super(scope, lost);
      this.scopeName = scope.scopeName;
    }

    /** Whose trace this is, or was. */
    ScopeName name() {
      return scopeName;
    }
  }

  /** The identifier's subject, made if it is not known. */
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
    requireShare().add(1, weight); // before anybody can find it, and take it out again
    Subject winner = subjects.putIfAbsent(identifier, fresh);
    if (winner != null) {
      requireShare().add(-1, -weight);
      leave();
      return winner;
    }
    if (table.isClosed()) { // perhaps too late for the walk that retires everything
      fresh.forceRetire();
      table.requireOpen();
    }
    if (fresh.isOutdated()) { // a reset came between, perhaps too late for who looked for subjects
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

  /** Takes a retired subject out of the table, so that the next look-up makes a new one. Harmless when done twice. */
  public void remove(Subject retired) {
    if (subjects.remove(retired.identifier(), retired)) {
      removeLog(retired);
      requireShare().add(-1, -weightOf(retired.identifier()));
      leave();
    }
  }

  /** What a subject of this identifier takes, besides its part of the scope and its log. */
  long weightOf(String identifier) {
    return table.subjectWeight() + HeapSizes.ofString(identifier);
  }

  /** What the scope takes for itself, if it has subjects. */
  long weight() {
    return HeapSizes.SCOPE + HeapSizes.ofString(scopeName.namespace());
  }

  /** What the subject takes, also after it left the table, with its part of the scope. */
  public long weightOf(Subject subject) {
    return weightOf(subject.identifier()) + weight() / Math.max(1, population.get());
  }

  boolean isEmpty() {
    return population.get() == 0;
  }

  private SubjectEvictor.SubjectUsage requireShare() {
    return Objects.requireNonNull(subjectUsage, "share must not be null in a scope with subjects");
  }

  /** The log of a subject, made if there is none. It goes with the subject. */
  AdmissionLog log(Subject subject, long epochMillis) {
    ConcurrentHashMap<Subject, AdmissionLog> all = logs;
    AdmissionLog known = all == null ? null : all.get(subject);
    return known != null ? known : createLog(subject, epochMillis);
  }

  private AdmissionLog createLog(Subject subject, long epochMillis) {
    table.makeRoomWithin(this, HeapSizes.ADMISSION_LOG, epochMillis); // perhaps evicts this subject
    AdmissionLog fresh = new AdmissionLog(duration);
    enter(); // like a subject: the scope, its share and its logs stay for as long as the log does
    requireShare().add(0, HeapSizes.ADMISSION_LOG);
    AdmissionLog winner = logs().putIfAbsent(subject, fresh);
    if (winner != null) {
      requireShare().add(0, -HeapSizes.ADMISSION_LOG);
      leave();
      return winner;
    }
    if (subjects.get(subject.identifier()) != subject) {
      removeLog(subject); // retired and dropped meanwhile: nobody else would take it out
    }
    return fresh;
  }

  /** Only while the scope has subjects or logs: without any, the map is dropped. */
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

  /** Before a subject comes in: from here on the table holds the scope, so no walk can miss the subject. */
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

  /** After a subject went, or did not come. */
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

  /** Walks the subjects while others come and go. */
  Iterator<Subject> iterator() {
    return subjects.values().iterator();
  }

  /** The latest reset of an identifier; 0 if there was none. */
  long epoch(String identifier) {
    return table.epochs().of(scopeName.workspace(), scopeName.namespace(), identifier);
  }

  /** Whether what is admitted here is shared with other processes or regions. */
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
