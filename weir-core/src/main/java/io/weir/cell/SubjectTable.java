// SPDX-License-Identifier: Apache-2.0
package io.weir.cell;

import io.weir.CellKey;
import io.weir.Observer;
import io.weir.SubjectKey;
import io.weir.time.Agent;
import java.lang.ref.ReferenceQueue;
import java.util.Collections;
import java.util.Iterator;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** All subjects in memory, by scope, up to a ceiling. */
public final class SubjectTable {
  /** The scopes that have subjects: what is walked, and what keeps them in memory. */
  private final ConcurrentHashMap<Scope.Name, Scope> scopes = new ConcurrentHashMap<>();

  /** Every scope that anybody holds, and, until {@link #forgetScopes} comes by, some that nobody does. */
  private final ConcurrentHashMap<Scope.Name, Scope.Trace> traces = new ConcurrentHashMap<>();

  private final ReferenceQueue<Scope> lost = new ReferenceQueue<>();
  private final AtomicLong size = new AtomicLong();
  private final AtomicInteger generations = new AtomicInteger();
  private final Signals signals = new Signals();
  private final Sharing sharing;
  private final Observer observer;
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

  /** An empty table of at most {@code maxSubjects}, give or take the number of threads that create some at once. */
  public SubjectTable(long maxSubjects, Sharing sharing, Observer observer) {
    this.sharing = sharing;
    this.observer = observer;
    this.ceiling = new Ceiling(this, maxSubjects);
  }

  /** The subjects of this workspace, namespace and duration. */
  public Scope scope(String workspace, String namespace, long duration) {
    Scope.Name name = new Scope.Name(workspace, namespace, duration);
    Scope scope = scopes.get(name);
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

  void hold(Scope scope) {
    scopes.put(scope.name(), scope);
  }

  void letGo(Scope scope) {
    scopes.remove(scope.name());
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

  void makeRoom(long epochMillis) {
    ceiling.makeRoom(epochMillis);
  }

  void noteRelief() {
    ceiling.noteRelief();
  }

  void grew(int by) {
    size.addAndGet(by);
  }

  /** How many subjects are in memory. */
  public long size() {
    return size.get();
  }

  /** How many may be. */
  public long maxSubjects() {
    return ceiling.maxSubjects();
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
      public boolean has(CellKey cell) {
        return false;
      }

      @Override
      public void mergeInto(Cell cell) {}

      @Override
      public boolean keep(Cell cell, long epochMillis) {
        return false;
      }
    };

    /** Whether anything arrived for this cell. */
    boolean has(CellKey cell);

    /** Raises the cell's counts to what arrived for it. */
    void mergeInto(Cell cell);

    /** Keeps what is known of a cell whose subject leaves memory. False if there is no room for it. */
    boolean keep(Cell cell, long epochMillis);
  }

  /** Walks the subjects round and round, a few at a time, while others come and go. Not safe for many threads. */
  static final class Rounds {
    private final SubjectTable table;
    private Iterator<Scope> scopes = Collections.emptyIterator();
    private Iterator<Subject> subjects = Collections.emptyIterator();

    Rounds(SubjectTable table) {
      this.table = table;
    }

    /** The next subject; null once at the end of each round, so that an empty table ends a step. */
    @Nullable
    Subject next() {
      while (!subjects.hasNext()) {
        if (!scopes.hasNext()) {
          scopes = table.scopes.values().iterator();
          subjects = Collections.emptyIterator(); // the old one would keep the last scope in memory
          return null;
        }
        subjects = scopes.next().iterator();
      }
      return subjects.next();
    }
  }

  /** Hands every subject to somebody, a few at a time, when asked to: how news reaches subjects that nobody checks. */
  public static final class Walk implements Agent {

    /** Subjects per step: a table of a million is through in some two thousand steps, between which others have their turn. */
    private static final int STEP = 512;

    private final Rounds rounds;
    private final Consumer<Subject> visitor;

    /** Ends of the walk still to be seen; a walk that was under way is finished before the whole one begins. */
    private int endsToSee;

    /** Walks this table. */
    public Walk(SubjectTable table, Consumer<Subject> visitor) {
      this.rounds = new Rounds(table);
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
