// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

import io.weir.Event;
import io.weir.Observer;
import io.weir.cell.Cell;
import io.weir.cell.SubjectTable;
import io.weir.origin.Link;
import io.weir.origin.Origin;
import io.weir.origin.OriginOptions;
import io.weir.origin.OriginReader;
import io.weir.origin.Presence;
import io.weir.origin.Publisher;
import io.weir.origin.Restorer;
import io.weir.process.Self;
import io.weir.time.Agent;
import io.weir.time.AgentRunner;
import io.weir.time.Breaker;
import io.weir.time.Pauses;
import io.weir.world.Puller;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** This process's part in its region: everything that talks to the origin, wired together. */
final class Region implements Agent, Puller.OriginState {
  /** Evicted cells that wait for an origin that is away may take up this share of the memory ceiling, and no more. */
  private static final int ORPHAN_SHARE = 4;

  /**
   * As many may always wait, under the lowest ceiling too: some two megabytes. A quarter of a few subjects would not last
   * through one batch that is late by a moment, and what was evicted meanwhile would be given up with a healthy origin.
   */
  private static final long LEAST_ORPHANS = 4_096;

  /** Callers decide locally while the breaker is open, which costs exactness: a second is short, and spares a sick store. */
  private static final long BREAK_MILLIS = 1_000;

  /** How long a check waits that is ahead of the region although it has just asked: some round trips of the others. */
  private static final long PAUSE_MILLIS = 5;

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
  private final Pauses pauses;
  private final Link link;
  private final Joint joint;

  /** Whoever steps the agents, once somebody does. Set by the engine's start(). */
  private volatile @Nullable AgentRunner runner;

  Region(Origin origin, OriginOptions options, Self self, Joint joint) {
    this.origin = origin;
    this.options = options;
    this.observer = self.observer();
    this.createdAt = self.elapsedMillis();
    this.joint = joint;
    this.link = Link.of(origin, new Breaker(self.elapsed(), BREAK_MILLIS), options, self);
    this.pauses = new Pauses(self.elapsed(), PAUSE_MILLIS);
    this.reader = new OriginReader(link, this::lost, this::isOverrun);
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
            maxOrphans / 2));
    this.restorer = new Restorer(link, joint.table(), publisher, presence);
  }

  /**
   * What the region shares with the rest of the engine.
   *
   * @param table the subjects in memory
   * @param heard hears of each cell whose regional count was confirmed
   * @param renewal gives the process new names
   * @param world its part in the world, if it has one
   */
  record Joint(
      SubjectTable table, Consumer<Cell> heard, Renewal renewal, Supplier<@Nullable World> world) {}

  /** What heartbeats bring to light. */
  private final class Findings implements Presence.Listener {
    @Override
    public void dataSet(String name) {
      if (!link.self().incarnation().dataSet().isEmpty()) {
        joint.renewal().renew(name, this::move);
        return;
      }
      link.self().incarnation().learn(name);
      World world = joint.world().get();
      if (world != null && world.firstPull().isDone()) {
        joint.renewal().renew(); // what was taken for the own component may be another one
      }
    }

    private void move(Cell cell) {
      World world = joint.world().get();
      if (world != null && world.takesPart(cell.subject())) {
        world.finish(cell); // as part of the component of the origin before
      } else if (cell.count() > 0) {
        publisher.handOver(cell);
      }
    }

    @Override
    public boolean mayName() {
      World world = joint.world().get();
      return world == null || world.isWithoutOrigins();
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

  /** A file of this process alone is the only place for what it evicts, so new subjects wait until there is room. */
  private boolean isOverrun() {
    return origin.isExclusive() && publisher.isOverrun();
  }

  /** The origin had acknowledged more than it holds. */
  private void lost() {
    observer.happened(Event.ORIGIN_WIPE_SEEN, 1);
    // It may have lost its name too, and this process knows it.
    presence.beatSoon();
    restorer.republish();
  }

  /** This process writes under another name from now on. */
  void rename() {
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
  boolean isExclusive() {
    return origin.isExclusive();
  }

  /** How many other processes may be spending at this moment without this one's knowledge. */
  int otherProcesses() {
    return presence.processes() - 1;
  }

  /** Whether a check that came at the first instant may still wait for the region at the second. */
  boolean isInTime(long sinceMillis, long nowMillis) {
    return nowMillis - sinceMillis < options.readDeadlineMillis();
  }

  /** Completes when it is of use to ask again, a few milliseconds from now. */
  CompletableFuture<?> pause() {
    return pauses.begin();
  }

  void changed(Cell cell) {
    publisher.changed(cell);
  }

  @Override
  public int work() {
    return reader.work() + presence.work() + publisher.work() + restorer.work() + pauses.work();
  }

  OriginReader reader() {
    return reader;
  }

  /** Ends all waiting: whoever still waits is answered from local counts. */
  void stopWaiting() {
    reader.close();
    pauses.close();
  }

  long freshMillis() {
    return link.freshMillis();
  }

  /** For how long others may spend before they are heard of; a view that is older says little of them. */
  int recentMillis() {
    return link.recentMillis();
  }

  long retryMillis() {
    return options.retryMillis();
  }

  void steppedBy(AgentRunner thread) {
    runner = thread;
  }

  /** Completes when it is known whether the origin can be reached. */
  CompletableFuture<Boolean> firstBeat() {
    return presence.firstBeat();
  }

  /** Waits for an answer that the agents' thread guarantees to come. */
  <T> T await(CompletableFuture<T> answer) {
    AgentRunner thread = runner;
    if (!answer.isDone() && (thread == null || !thread.isRunning())) {
      throw new IllegalStateException(
          "this check has to wait for the origin, and nobody steps the engine:"
              + " call start() first, or use checkAsync and work()");
    }
    return answer.join();
  }

  void flush() {
    publisher.flush();
  }

  /** Whether the origin lacks something that this process admitted. */
  boolean isDirty() {
    return publisher.dirtyCells() > 0;
  }

  long dirtyCells() {
    return publisher.dirtyCells();
  }

  void leave() {
    presence.leave();
  }

  /** Whether the goodbye is still under way. */
  boolean isLeaving() {
    return presence.isLeaving();
  }

  void close() {
    origin.close();
  }
}
