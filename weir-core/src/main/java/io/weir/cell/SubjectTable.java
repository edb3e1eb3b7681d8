// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import io.weir.CellKey;
import io.weir.Observer;
import io.weir.SubjectKey;
import io.weir.memory.Weights;
import io.weir.reset.Epochs;
import io.weir.reset.Resets.Identity;
import io.weir.time.Agent;
import java.lang.ref.ReferenceQueue;
import java.util.Collection;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** All subjects in memory, by scope, up to a ceiling. */
public final class SubjectTable {
  /** Traces of lost scopes that go whenever a scope may be new: more than come. */
  private static final int FORGOTTEN_PER_LOOK = 4;

  /** The scopes that have subjects: what is walked, and what keeps them in memory. */
  private final ConcurrentHashMap<Scope.Name, Scope> scopes = new ConcurrentHashMap<>();

  /** Every scope that anybody holds, and, until {@link #forgetScopes} comes by, some that nobody does. */
  private final ConcurrentHashMap<Scope.Name, Scope.Trace> traces = new ConcurrentHashMap<>();

  private final ReferenceQueue<Scope> lost = new ReferenceQueue<>();

  /** The workspaces that have subjects. */
  private final ConcurrentHashMap<String, Ceiling.Share> shares = new ConcurrentHashMap<>();

  private final AtomicLong size = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicInteger generations = new AtomicInteger();
  private final Signals signals = new Signals();
  private final Sharing sharing;
  private final Observer observer;
  private final Epochs epochs;
  private final Ceiling ceiling;

  /** Set once. A subject that is created while it is being set is retired by its creator. */
  private volatile boolean closed;

  /**
   * Whom admitted cost is shared with.
   *
   * @param region whether other processes of the region hear of it
   * @param world whether other regions hear of it
   * @param imports what others spent, as far as it arrived ahead of the subject
   */
  public record Sharing(boolean region, boolean world, Imports imports) {
    /** Nobody: what this process admits is the truth. */
    public static final Sharing NONE = new Sharing(false, false, Imports.NONE);
  }

  /**
   * How much a table may hold.
   *
   * @param maxSubjects how many subjects
   * @param maxBytes how much memory they take, with their scopes
   */
  public record Room(long maxSubjects, long maxBytes) {}

  /** An empty table of at most this much, give or take the number of threads that create subjects at once. */
  public SubjectTable(Room room, Sharing sharing, Observer observer, Epochs epochs) {
    this.sharing = sharing;
    this.observer = observer;
    this.epochs = epochs;
    this.ceiling = new Ceiling(this, room);
  }

  /** The same, however much memory they take, of identifiers that are never reset. */
  public SubjectTable(long maxSubjects, Sharing sharing, Observer observer) {
    this(new Room(maxSubjects, Long.MAX_VALUE), sharing, observer, new Epochs());
  }

  /** The subjects of this workspace, namespace and duration. */
  public Scope scope(String workspace, String namespace, long duration) {
    Scope.Name name = new Scope.Name(workspace, namespace, duration);
    Scope scope = scopes.get(name);
    if (scope == null) {
      forgetScopes(FORGOTTEN_PER_LOOK); // or a flood of names could outrun the agent
    }
    while (scope == null) {
      scope = traces.compute(name, this::traceable).get(); // null if it was let go of just now
    }
    return scope;
  }

  private Scope.Trace traceable(Scope.Name name, Scope.@Nullable Trace trace) {
    return trace != null && trace.get() != null
        ? trace
        : new Scope.Trace(new Scope(this, name), lost);
  }

  /** Keeps the scope, and returns its workspace's share. */
  Ceiling.Share hold(Scope scope) {
    scopes.put(scope.name(), scope);
    return Objects.requireNonNull(
        shares.compute(scope.workspace(), (workspace, known) -> Ceiling.Share.with(scope, known)));
  }

  void letGo(Scope scope) {
    scopes.remove(scope.name());
    shares.computeIfPresent(scope.workspace(), (workspace, known) -> known.without(scope));
  }

  /** The workspaces that have subjects. */
  Collection<Ceiling.Share> shares() {
    return shares.values();
  }

  Ceiling.@Nullable Share share(String workspace) {
    return shares.get(workspace);
  }

  /** The scopes that have subjects. */
  Iterable<Scope> heldScopes() {
    return scopes.values();
  }

  /** Whether the scope stays when no limiter holds it. */
  boolean holds(Scope scope) {
    return scopes.containsKey(scope.name());
  }

  /** Takes out traces of scopes that nobody holds any more, up to so many. */
  void forgetScopes(int most) {
    for (int i = 0; i < most && lost.poll() instanceof Scope.Trace trace; i++) {
      traces.remove(trace.name(), trace);
    }
  }

  /** How many scopes are known, with subjects or without. */
  public int scopes() {
    return traces.size();
  }

  /** The subject if it is in memory. */
  public @Nullable Subject known(SubjectKey key) {
    Scope scope =
        scopes.get(new Scope.Name(key.workspace(), key.namespace(), key.durationMillis()));
    return scope == null ? null : scope.known(key.identifier());
  }

  /**
   * Takes no new cost from now on: a check that is still on its way finds its subject retired, and nowhere to go. So
   * everything that was ever admitted is in a cell that the agents know of.
   */
  public void close() {
    closed = true;
    for (Scope scope : scopes.values()) {
      scope.iterator().forEachRemaining(Subject::retireForGood);
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
    ceiling.makeRoom(scope, weight, epochMillis);
  }

  void makeRoomWithin(Scope scope, long weight, long epochMillis) {
    ceiling.makeRoomWithin(scope, weight, epochMillis);
  }

  void noteRelief(long epochMillis) {
    ceiling.noteRelief(epochMillis);
  }

  void grew(int subjects, long byBytes) {
    size.addAndGet(subjects);
    bytes.addAndGet(byBytes);
  }

  /** What a subject takes, besides its identifier; with an origin there may be a draft of it. */
  long subjectWeight() {
    return sharing.region() ? Weights.SUBJECT + Weights.DRAFT : Weights.SUBJECT;
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
    return ceiling.room().maxSubjects();
  }

  /** How much memory they may take. */
  public long maxBytes() {
    return ceiling.room().maxBytes();
  }

  /** The generation of the next subject, which nobody else gets. */
  public int nextGeneration() {
    return generations.incrementAndGet();
  }

  /** Takes the subject out of memory for good. Its cells are dealt with as those of any evicted subject are. */
  public void retire(Subject subject) {
    subject.retireForGood();
    subject.scope().drop(subject);
    subject.signalIfDirty();
  }

  /** Takes the subjects of an identifier out of memory that are from before its latest reset. */
  public void retireOutdated(Identity reset) {
    for (Scope scope : scopes.values()) {
      Subject known =
          scope.workspace().equals(reset.workspace()) && scope.namespace().equals(reset.namespace())
              ? scope.known(reset.identifier())
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
    return sharing.region() || sharing.world();
  }

  /** Whether an evicted subject comes back from the region's origin. */
  boolean isBacked() {
    return sharing.region();
  }

  Imports imports() {
    return sharing.imports();
  }

  /** Whether what is known of an evicted subject is kept with the imports. Not where these say what the ledger holds. */
  boolean keepsEvicted() {
    return sharing.imports() != Imports.NONE && !(sharing.region() && sharing.world());
  }

  /** Cells that have something to tell the agents. */
  public Signals signals() {
    return signals;
  }

  Observer observer() {
    return observer;
  }

  /** Cells that have something to tell the agents: each stands in line once, however often it was admitted to. */
  public static final class Signals {
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

  /** Sums that arrived from other processes and regions, for cells that are only just coming to be known here. */
  public interface Imports {

    /** Nobody else spends anything. */
    Imports NONE = new Imports() {
      @Override
      public boolean mergeInto(Cell cell, CellKey before) {
        return false;
      }

      @Override
      public void mergeInto(Cell cell) {}

      @Override
      public boolean keep(Cell cell, long epochMillis) {
        return false;
      }
    };

    /** Raises the cell's counts to what arrived for it. */
    void mergeInto(Cell cell);

    /** The same, and tells whether anything arrived for the window before it, which has this name. */
    boolean mergeInto(Cell cell, CellKey before);

    /** Keeps what is known of a cell whose subject leaves memory. False if there is no room for it. */
    boolean keep(Cell cell, long epochMillis);
  }

  /** Hands every subject to somebody, a few at a time, when asked to: how news reaches subjects that nobody checks. */
  public static final class Walk implements Agent {

    /** Subjects per step: a table of a million is through in some two thousand steps, between which others have their turn. */
    private static final int STEP = 512;

    private final Forgetting.Rounds rounds;
    private final Consumer<Subject> visitor;

    /** Ends of the walk still to be seen; a walk that was under way is finished before the whole one begins. */
    private int endsToSee;

    /** Walks this table. */
    public Walk(SubjectTable table, Consumer<Subject> visitor) {
      this.rounds = new Forgetting.Rounds(table.heldScopes());
      this.visitor = visitor;
    }

    /** Walks this table for those cells that this process admitted something into. */
    public static Walk ofCells(SubjectTable table, Consumer<Cell> visitor) {
      return new Walk(table, subject -> {
        visit(visitor, subject.current());
        visit(visitor, subject.previous());
      });
    }

    private static void visit(Consumer<Cell> visitor, @Nullable Cell cell) {
      if (cell != null && cell.count() > 0) {
        visitor.accept(cell);
      }
    }

    /** Asks for one whole walk from now on. */
    public void request() {
      endsToSee = 2;
    }

    /** Whether the walk that was asked for is over. */
    public boolean isOver() {
      return endsToSee == 0;
    }

    @Override
    public int work() {
      for (int looked = 0; looked < STEP; looked++) {
        if (endsToSee == 0) {
          return looked;
        }
        Subject subject = rounds.next();
        if (subject == null) {
          endsToSee--;
        } else {
          visitor.accept(subject);
        }
      }
      return STEP;
    }
  }
}
