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

/** All subjects in memory, by scope, up to a ceiling. */
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
   * Whom admitted cost is shared with.
   *
   * @param region whether other processes of the region hear of it
   * @param world whether other regions hear of it
   * @param imports what others spent, as far as it arrived ahead of the subject
   */
  public record StoreSharing(boolean region, boolean world, Imports imports) {
    /** Nobody: what this process admits is the truth. */
    public static final StoreSharing NONE = new StoreSharing(false, false, Imports.NONE);
  }

  /**
   * How much a table may hold.
   *
   * @param maxSubjects how many subjects
   * @param maxBytes how much memory they take, with their scopes
   */
  public record SubjectCapacity(long maxSubjects, long maxBytes) {}

  /** An empty table of at most this much, give or take the number of threads that create subjects at once. */
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

  /** The same, however much memory they take, of identifiers that are never reset. */
  public SubjectTable(long maxSubjects, StoreSharing storeSharing, Observer observer) {
    this(new SubjectCapacity(maxSubjects, Long.MAX_VALUE), storeSharing, observer, new Epochs());
  }

  /** The subjects of this workspace, namespace and duration. */
  public Scope scope(String workspace, String namespace, long duration) {
    return scopeRegistry.scope(new Scope.ScopeName(workspace, namespace, duration));
  }

  /** The scopes that are known. */
  ScopeRegistry scopeRegistry() {
    return scopeRegistry;
  }

  /** How many scopes are known, with subjects or without. */
  public int scopes() {
    return scopeRegistry.size();
  }

  /** The subject if it is in memory. */
  public @Nullable Subject find(SubjectKey key) {
    Scope scope = scopeRegistry.findRetained(
        new Scope.ScopeName(key.workspace(), key.namespace(), key.durationMillis()));
    return scope == null ? null : scope.find(key.identifier());
  }

  /**
   * Takes no new cost from now on: a check that is still on its way finds its subject retired and fails. So
   * everything that was ever admitted is in a cell that the agents know of.
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

  /** What a subject takes, besides its identifier; with an origin there may be a draft of it. */
  long subjectWeight() {
    return storeSharing.region() ? HeapSizes.SUBJECT + HeapSizes.DRAFT : HeapSizes.SUBJECT;
  }

  /** How much memory the subjects take, with their scopes. */
  public long bytes() {
    return bytes.get();
  }

  /** How many subjects are in memory. */
  public long size() {
    return size.get();
  }

  /** How many may be. */
  public long maxSubjects() {
    return evictor.capacity().maxSubjects();
  }

  /** How much memory they may take. */
  public long maxBytes() {
    return evictor.capacity().maxBytes();
  }

  /** The generation of the next subject, which nobody else gets. */
  public int nextGeneration() {
    return generations.incrementAndGet();
  }

  /** Takes the subject out of memory for good. Its cells are dealt with as those of any evicted subject are. */
  public void retire(Subject subject) {
    subject.forceRetire();
    subject.scope().remove(subject);
    subject.signalIfDirty();
  }

  /** Takes the subjects of an identifier out of memory that are from before its latest reset. */
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

  /** Whether an evicted subject comes back from the region's origin. */
  boolean hasOrigin() {
    return storeSharing.region();
  }

  Imports imports() {
    return storeSharing.imports();
  }

  /** Whether what is known of an evicted subject is kept with the imports. Not where these say what the ledger holds. */
  boolean isKeepingEvicted() {
    return storeSharing.imports() != Imports.NONE
        && !(storeSharing.region() && storeSharing.world());
  }

  /** Cells that have something to tell the agents. */
  public SignalQueue signals() {
    return signalQueue;
  }

  Observer observer() {
    return observer;
  }

  /** Cells that have something to tell the agents: each stands in line once, however often it was admitted to. */
  public static final class SignalQueue {
    /*
     * A stack linked through the cells themselves, so that telling allocates nothing. Any thread pushes; one agent polls,
     * taking the whole stack at once. A cell leaves the line before its count is read: an admission that still found it
     * standing there was counted before, one that comes later puts it in line again.
     */

    private final AtomicReference<@Nullable Cell> top = new AtomicReference<>();

    /** What the agent took and has not handed out yet. Touched by the agent alone. */
    private @Nullable Cell taken;

    /** Puts a cell in line that marked itself (as its own successor) and is in no line yet. */
    void push(Cell cell) {
      while (true) {
        Cell below = top.get();
        cell.nextSignal(below == null ? cell : below);
        if (top.compareAndSet(below, cell)) {
          return;
        }
      }
    }

    /** The next cell in line, taken out of it; null when nobody waits. For one agent. */
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
