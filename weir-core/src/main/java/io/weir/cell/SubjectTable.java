// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import io.weir.Observer;
import io.weir.SubjectKey;
import io.weir.memory.HeapSizes;
import io.weir.reset.Epochs;
import io.weir.reset.Resets.ResetTarget;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A table of all subjects in memory, grouped by scope, with a limited capacity. */
public final class SubjectTable {
  private final ScopeRegistry scopeRegistry = new ScopeRegistry(this);
  private final AtomicLong size = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicInteger generations = new AtomicInteger();
  private final SignalQueue signalQueue = new SignalQueue();
  private final StoreSharing storeSharing;
  private final Observer observer;
  private final Epochs epochs;
  private final SubjectEvictor evictor;

  /** Set once. A subject that is created while it is being set is retired by its creator. */
  private volatile boolean closed;

  /**
   * With which stores counts are shared.
   *
   * @param region whether counts are published to other processes of the region
   * @param world whether counts are published to other regions
   * @param imports the counts of others that arrived before their subject was created
   */
  public record StoreSharing(boolean region, boolean world, Imports imports) {
    /** No sharing: the counts of this process are the complete counts. */
    public static final StoreSharing NONE = new StoreSharing(false, false, Imports.NONE);
  }

  /**
   * The capacity of a table.
   *
   * @param maxSubjects the maximum number of subjects
   * @param maxBytes the maximum memory for subjects and their scopes
   */
  public record SubjectCapacity(long maxSubjects, long maxBytes) {}

  /** Creates an empty table. Threads that create subjects at the same time may exceed the capacity by one each. */
  public SubjectTable(
      SubjectCapacity subjectCapacity,
      StoreSharing storeSharing,
      Observer observer,
      Epochs epochs) {
    this.storeSharing = storeSharing;
    this.observer = observer;
    this.epochs = epochs;
    this.evictor = new SubjectEvictor(this, subjectCapacity);
  }

  /** Creates a table without a memory limit, for identifiers that are never reset. */
  public SubjectTable(long maxSubjects, StoreSharing storeSharing, Observer observer) {
    this(new SubjectCapacity(maxSubjects, Long.MAX_VALUE), storeSharing, observer, new Epochs());
  }

  /** The subjects of this workspace, namespace and duration. */
  public Scope scope(String workspace, String namespace, long duration) {
    return scopeRegistry.scope(new Scope.ScopeName(workspace, namespace, duration));
  }

  /** The registry of scopes. */
  ScopeRegistry scopeRegistry() {
    return scopeRegistry;
  }

  /** How many scopes are known, with or without subjects. */
  public int scopes() {
    return scopeRegistry.size();
  }

  /** The subject, or null if it is not in memory. */
  public @Nullable Subject find(SubjectKey key) {
    Scope scope = scopeRegistry.findRetained(
        new Scope.ScopeName(key.workspace(), key.namespace(), key.durationMillis()));
    return scope == null ? null : scope.find(key.identifier());
  }

  /**
   * Retires all subjects, so that no more cost is admitted: a check in progress finds its subject retired and fails.
   * So the agents know every cell that contains admitted cost.
   */
  public void close() {
    closed = true;
    for (Scope scope : scopeRegistry.retained()) {
      scope.iterator().forEachRemaining(Subject::forceRetire);
    }
  }

  boolean isClosed() {
    return closed;
  }

  void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the engine is closed");
    }
  }

  void makeRoom(Scope scope, long weight, long epochMillis) {
    evictor.makeRoom(scope, weight, epochMillis);
  }

  void makeRoomWithin(Scope scope, long weight, long epochMillis) {
    evictor.makeRoomWithin(scope, weight, epochMillis);
  }

  void recordRelief(long epochMillis) {
    evictor.recordRelief(epochMillis);
  }

  void add(int subjects, long byBytes) {
    size.addAndGet(subjects);
    bytes.addAndGet(byBytes);
  }

  /** The memory of a subject without its identifier; with an origin it includes a draft. */
  long subjectWeight() {
    return storeSharing.region() ? HeapSizes.SUBJECT + HeapSizes.DRAFT : HeapSizes.SUBJECT;
  }

  /** How much memory the subjects and their scopes use. */
  public long bytes() {
    return bytes.get();
  }

  /** How many subjects are in memory. */
  public long size() {
    return size.get();
  }

  /** The maximum number of subjects. */
  public long maxSubjects() {
    return evictor.capacity().maxSubjects();
  }

  /** The maximum memory for subjects and their scopes. */
  public long maxBytes() {
    return evictor.capacity().maxBytes();
  }

  /** A new generation, unique within this process. */
  public int nextGeneration() {
    return generations.incrementAndGet();
  }

  /** Removes the subject permanently. Its cells are handled like those of any evicted subject. */
  public void retire(Subject subject) {
    subject.forceRetire();
    subject.scope().remove(subject);
    subject.signalIfDirty();
  }

  /** Removes the subjects of an identifier that were created before its latest reset. */
  public void retireOutdated(ResetTarget reset) {
    for (Scope scope : scopeRegistry.retained()) {
      Subject known =
          scope.workspace().equals(reset.workspace()) && scope.namespace().equals(reset.namespace())
              ? scope.find(reset.identifier())
              : null;
      if (known != null && known.isOutdated()) {
        retire(known);
      }
    }
  }

  Epochs epochs() {
    return epochs;
  }

  boolean isShared() {
    return storeSharing.region() || storeSharing.world();
  }

  /** Whether an evicted subject's counts can be read back from the region's origin. */
  boolean hasOrigin() {
    return storeSharing.region();
  }

  Imports imports() {
    return storeSharing.imports();
  }

  /** Whether counts of evicted subjects are kept in the imports. Not if the imports mirror the ledger. */
  boolean isKeepingEvicted() {
    return storeSharing.imports() != Imports.NONE
        && !(storeSharing.region() && storeSharing.world());
  }

  /** The queue of cells that need the attention of the agents. */
  public SignalQueue signals() {
    return signalQueue;
  }

  Observer observer() {
    return observer;
  }

  /** A queue of cells that need the attention of the agents. It contains each cell at most once. */
  public static final class SignalQueue {
    /*
     * A stack linked through the cells themselves, so that signalling allocates nothing. Any thread pushes; one agent
     * polls, taking the whole stack at once. A cell leaves the queue before its count is read: an admission that still
     * found it in the queue is included in that count, and a later one adds the cell again.
     */

    private final AtomicReference<@Nullable Cell> top = new AtomicReference<>();

    /** The cells that the agent has taken and not yet returned from poll(). Used only by the agent. */
    private @Nullable Cell taken;

    /** Adds a cell that has marked itself (as its own successor) and is not in the queue yet. */
    void push(Cell cell) {
      while (true) {
        Cell below = top.get();
        cell.nextSignal(below == null ? cell : below);
        if (top.compareAndSet(below, cell)) {
          return;
        }
      }
    }

    /** Removes and returns the next cell; null if the queue is empty. For one agent only. */
    public @Nullable Cell poll() {
      Cell cell = taken;
      if (cell == null) {
        cell = top.getAndSet(null);
        if (cell == null) {
          return null;
        }
      }
      Cell next = cell.nextSignal();
      taken = next == cell ? null : next;
      cell.nextSignal(null);
      return cell;
    }
  }
}
