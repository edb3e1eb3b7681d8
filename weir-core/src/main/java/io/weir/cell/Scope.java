// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import io.weir.Event;
import java.util.Iterator;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The subjects of one workspace, namespace and duration: what one limiter looks its identifiers up in. */
public final class Scope {
  /*
   * A map per scope, keyed by the caller's own string: its hash is cached in it, so a check pays one probe and allocates
   * no key. The JDK's map turns crowded bins into trees, so identifiers that were chosen to collide stay harmless.
   */

  private final SubjectTable table;
  private final String workspace;
  private final String namespace;
  private final long duration;
  private final ConcurrentHashMap<String, Subject> subjects = new ConcurrentHashMap<>();

  Scope(SubjectTable table, String workspace, String namespace, long duration) {
    this.table = table;
    this.workspace = workspace;
    this.namespace = namespace;
    this.duration = duration;
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
    Subject winner = subjects.putIfAbsent(identifier, fresh);
    if (winner != null) {
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
    }
  }

  /** Walks the subjects while others come and go. */
  Iterator<Subject> iterator() {
    return subjects.values().iterator();
  }

  /** Whether what is admitted here is shared with other processes or regions. */
  boolean isShared() {
    return table.isShared();
  }

  Signals signals() {
    return table.signals();
  }

  SubjectTable table() {
    return table;
  }

  /** The tenant. */
  public String workspace() {
    return workspace;
  }

  /** The group of identifiers within the tenant. */
  public String namespace() {
    return namespace;
  }

  /** The window's length in milliseconds. */
  public long duration() {
    return duration;
  }
}
