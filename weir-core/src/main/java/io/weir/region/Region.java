// SPDX-License-Identifier: Apache-2.0
package io.weir.region;

import io.weir.CellKey;
import io.weir.Event;
import io.weir.Observer;
import io.weir.cell.Cell;
import io.weir.cell.Subject;
import io.weir.cell.SubjectTable;
import io.weir.origin.Origin;
import io.weir.origin.OriginOptions;
import io.weir.process.Self;
import io.weir.sync.LedgerState;
import io.weir.sync.OriginState;
import io.weir.sync.Renewal;
import io.weir.time.Agent;
import io.weir.time.AgentRunner;
import io.weir.time.Pauses;
import io.weir.window.Evaluation;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** This process's part in its region: everything that talks to the origin, wired together. */
public final class Region implements Agent, OriginState {
  private static final Logger LOG = System.getLogger("io.weir.engine.Engine");

  /** Evicted cells that wait for an origin that is away may take up this share of the memory ceiling, and no more. */
  private static final int ORPHAN_SHARE = 4;

  /**
   * As many may always wait, under the lowest ceiling too: some two megabytes. A quarter of a few subjects would not last
   * through one batch that is late by a moment, and what was evicted meanwhile would be given up with a healthy origin.
   */
  private static final long LEAST_ORPHANS = 4_096;

  /** How long a check waits that is ahead of the region although it has just asked: some round trips of the others. */
  private static final long PAUSE_MILLIS = 5;

  /** A refusal makes a subject strict for one window, but not longer than this: on a long one it would be reads for weeks. */
  private static final long LONGEST_STRICT_MILLIS = 60_000;

  /** How old a view may be that a strict subject is decided by: from a publish gap to a publish delay. */
  private static final long LEAST_STRICT_AGE_MILLIS = 5;

  private static final long LONGEST_STRICT_AGE_MILLIS = 250;

  /** How long a process waits for the name of its data set before it asks the ledger for counts that may be part of it. */
  private static final long NAMING_MILLIS = 1_000;

  private final long createdAt;
  private final Origin origin;
  private final OriginOptions options;
  private final Observer observer;
  private final OriginReader reader;
  private final Publisher publisher;
  private final Presence presence;
  private final Restorer restorer;
  private final OriginBudget budget;
  private final Pauses pauses;
  private final Link link;
  private final Joint joint;

  /** Whoever steps the agents, once somebody does. Set by the engine's start(). */
  private volatile @Nullable AgentRunner runner;

  /** Takes part in the region of this origin. */
  public Region(Origin origin, OriginOptions options, Self self, Joint joint) {
    this.origin = origin;
    this.options = options;
    this.observer = self.observer();
    this.createdAt = self.elapsedMillis();
    this.joint = joint;
    this.budget = new OriginBudget(origin, options, self, this::processes);
    this.link = Link.of(origin, options, self, budget).withProcesses(this::processes);
    origin.onFault(this::leftOut);
    this.pauses = new Pauses(self.elapsed(), PAUSE_MILLIS);
    this.reader = new OriginReader(link, this::lost, this::isOverrunBy);
    this.presence = new Presence(link, new Findings());
    long maxSubjects = joint.table().maxSubjects();
    long maxOrphans = Math.max(LEAST_ORPHANS, maxSubjects / ORPHAN_SHARE);
    this.publisher = new Publisher(
        link,
        new Publisher.Wiring(
            presence::processes,
            joint.heard(),
            this::lost,
            2 * maxSubjects + maxOrphans,
            maxOrphans / 2,
            joint.maxDraftBytes()));
    this.restorer = new Restorer(link, joint.table(), publisher, presence);
  }

  /**
   * What the region shares with the rest of the engine.
   *
   * @param table the subjects in memory
   * @param heard hears of each cell whose regional count was confirmed
   * @param renewal gives the process new names
   * @param ledger what is known of the ledger, once there is one
   * @param maxDraftBytes how much memory evicted cells may take while they wait to be published
   */
  public record Joint(
      SubjectTable table,
      Consumer<Cell> heard,
      Renewal renewal,
      Supplier<LedgerState> ledger,
      long maxDraftBytes) {}

  /** What heartbeats bring to light. */
  private final class Findings implements Presence.Listener {
    @Override
    public void dataSet(String name) {
      if (!link.self().incarnation().dataSet().isEmpty()) {
        joint.renewal().renew(name, this::move);
        return;
      }
      link.self().incarnation().learn(name);
      if (joint.ledger().get().isPulled()) {
        joint.renewal().renew(); // what was taken for the own component may be another one
      }
    }

    private void move(Cell cell) {
      // The ledger takes it as part of the component of the origin before.
      if (!joint.ledger().get().tryFinish(cell) && cell.count() > 0) {
        publisher.handOver(cell);
      }
    }

    @Override
    public boolean mayName() {
      return joint.ledger().get().isWithoutOrigins();
    }

    @Override
    public void replaced() {
      restorer.begin();
    }

    @Override
    public void late() {
      joint.renewal().renew(link.self().incarnation().dataSet(), restorer::abandon);
      restorer.late();
    }

    @Override
    public void duplicated() {
      joint.renewal().renew();
    }
  }

  /** A file of this process alone is the only place for what it evicts, so new subjects of who evicts much wait until there is room. */
  private boolean isOverrunBy(String workspace) {
    return origin.isExclusive() && publisher.isOverrunBy(workspace);
  }

  /** Whether evicted cells take more than half of the room that they have while they wait to be published. */
  public boolean hasManyOrphans() {
    return publisher.isOverrun();
  }

  /** The origin had acknowledged more than it holds. */
  private void lost() {
    observer.happened(Event.ORIGIN_WIPE_SEEN, 1);
    // It may have lost its name too, and this process knows it.
    presence.beatSoon();
    restorer.republish();
  }

  /** The origin holds something that is no count. */
  private void leftOut(CellKey cell, boolean isReadable, String what) {
    if (isReadable) {
      observer.happened(Event.COUNT_IMPLAUSIBLE, 1);
    }
    observer.leftOut(cell, what);
  }

  /** This process writes under another name from now on. */
  public void rename() {
    presence.rename();
  }

  @Override
  public boolean isSettled() {
    return presence.firstBeat().isDone()
        && (presence.isNamed() || link.self().elapsedMillis() - createdAt >= NAMING_MILLIS);
  }

  @Override
  public boolean isRecovering() {
    return restorer.isRecovering();
  }

  /** Whether this process alone writes into its origin. */
  public boolean isExclusive() {
    return origin.isExclusive();
  }

  /** Whether an allow needs a fresh view whatever is known: allows under an exact window are few, and must not be wrong. */
  public boolean isAskedAbout(Evaluation e) {
    return e.isExact() && e.cost() > 0 && !isExclusive();
  }

  /** For how long after a refusal a subject with windows of this length is strict. */
  public static long strictMillis(long duration) {
    return Math.min(duration, LONGEST_STRICT_MILLIS);
  }

  /**
   * Whether the region could contradict what a strict subject would allow: the view is from before the refusal, or older than
   * the head-room permits. If the cost leaves half of the limit, that is a quarter of a second; if it leaves a hundredth or
   * less, five milliseconds. So a caller who is refused now and then does not make every other check a read.
   */
  public boolean isTooOldForStrict(Subject subject, Evaluation e) {
    long asOf = subject.trustedUntil() - freshMillis();
    long age = e.epochMillis() - asOf;
    long left = Math.max(0, e.headroom() - e.cost());
    long part = Math.max(1, e.limit() / (2 * LONGEST_STRICT_AGE_MILLIS)); // of the limit, per ms
    long permitted = Math.min(left / part, LONGEST_STRICT_AGE_MILLIS);
    return asOf <= subject.strictUntil() - strictMillis(e.duration())
        || age < 0
        || age > Math.max(LEAST_STRICT_AGE_MILLIS, permitted);
  }

  private int processes() {
    return presence.processes();
  }

  /** How many other processes may be spending at this moment without this one's knowledge. */
  public int otherProcesses() {
    return presence.processes() - 1;
  }

  /** Whether a check that came at the first instant may still wait for the region at the second. */
  public boolean isInTime(long sinceMillis, long nowMillis) {
    return nowMillis - sinceMillis < options.readDeadlineMillis();
  }

  /** Completes when it is of use to ask again, a few milliseconds from now. */
  public CompletableFuture<?> pause() {
    return pauses.begin();
  }

  /** Hears that a cell was admitted to. */
  public void changed(Cell cell) {
    publisher.changed(cell);
  }

  @Override
  public int work() {
    int done = reader.work() + presence.work() + publisher.work() + restorer.work();
    return done + budget.work() + pauses.work();
  }

  /** Who asks the origin. */
  public OriginReader reader() {
    return reader;
  }

  /** Ends all waiting: whoever still waits is answered from local counts. */
  public void stopWaiting() {
    reader.close();
    pauses.close();
  }

  /** How old a view of the region may get before it is refreshed. */
  public long freshMillis() {
    return link.freshMillis();
  }

  /** For how long others may spend before they are heard of; a view that is older says little of them. */
  public int recentMillis() {
    return link.recentMillis();
  }

  /** How long the origin is not asked after a read that failed. */
  public long retryMillis() {
    return options.retryMillis();
  }

  /** Learns who steps the agents. */
  public void steppedBy(AgentRunner thread) {
    runner = thread;
  }

  /** Completes when it is known whether the origin can be reached. */
  public CompletableFuture<Boolean> firstBeat() {
    return presence.firstBeat();
  }

  /** Waits for an answer that the agents' thread guarantees to come. */
  public <T> T await(CompletableFuture<T> answer) {
    AgentRunner thread = runner;
    if (!answer.isDone() && (thread == null || !thread.isRunning())) {
      throw new IllegalStateException(
          "this check must wait for the origin, but no thread runs the engine:"
              + " call start() first, or use checkAsync and work()");
    }
    return answer.join();
  }

  /** Whether the origin lacks something that this process admitted. */
  private boolean isDirty() {
    return publisher.isDirty();
  }

  /** How much memory evicted cells take while they wait to be published. */
  public long orphanBytes() {
    return publisher.orphanBytes();
  }

  /** Tells the origin everything, as long as it is waited for, says goodbye, and closes it. */
  public void close(Consumer<BooleanSupplier> waiting) {
    publisher.flush();
    waiting.accept(this::isDirty);
    presence.leave();
    waiting.accept(presence::isLeaving);
    if (isDirty()) {
      LOG.log(
          Level.WARNING,
          "shut down with {0} unpublished cells: the origin did not accept them",
          publisher.dirtyCells());
    }
    origin.close();
  }
}
