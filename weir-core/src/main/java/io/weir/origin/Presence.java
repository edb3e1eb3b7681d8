// SPDX-License-Identifier: Apache-2.0
package io.weir.origin;

import io.weir.Event;
import io.weir.Observer;
import io.weir.process.HeartbeatNumbers;
import io.weir.process.Incarnation;
import io.weir.time.Agent;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Records in the origin that this process is alive, and learns how many others are and whether the origin is still the same. */
public final class Presence implements Agent {

  /** Often enough that a new process is counted before it has spent much, rare enough to cost nothing. */
  private static final long BEAT_MILLIS = 2_000;

  /** The first pause, doubled up to the full one: processes that start together soon know of each other. */
  private static final long FIRST_PAUSE_MILLIS = 125;

  /** How long an answer may take: longer than a client takes to connect, so that its reason is heard and not only silence. */
  private static final long ANSWER_MILLIS = 3_000;

  /** The first one may take longer: it has to wait for the connection, in a process that has hardly begun. */
  private static final long FIRST_ANSWER_MILLIS = 5_000;

  /** Four missed beats: a pause of a few seconds does not make the others think that a process is gone. */
  private static final long LIFE_MILLIS = 10_000;

  /** What a heartbeat may bring to light. Called by the agent. */
  public interface Listener {
    /** The origin answered for the first time, or is another one than before: this is the name of its data. */
    void dataSet(String name);

    /** The same data set may have lost something, and has this identity now: everything is to be published again. */
    void replaced(String identity);

    /** Another process writes under the same name, as a copy of this one does. */
    void duplicated();
  }

  /** How long a process that is no longer heard of may still be alive without a connection. */
  private static final long MISSED_MILLIS = 30_000;

  private record Count(long atMillis, int processes) {}

  private final Link link;
  private final Listener listener;

  /** How many processes were alive, oldest first. Guarded by itself. */
  private final Deque<Count> history = new ArrayDeque<>();

  private final Queue<Runnable> news = new ConcurrentLinkedQueue<>();
  private long nextBeat;

  private final HeartbeatNumbers numbers;

  /** The identity that knows everything this process admitted; empty if none does. Written by the agent. */
  private volatile String caughtUpWith = "";

  private long pause = FIRST_PAUSE_MILLIS;
  private long sentAt;

  /** Written by the origin's threads, read by the agent. */
  private volatile int processes = 1;

  private volatile @Nullable Heard latest;

  private record Heard(Origin.Heartbeat heartbeat, Origin.Pulse pulse) {}

  /** The latest beat: true until it is answered or given up, so that the breaker hears of it exactly once. */
  private AtomicBoolean unanswered = new AtomicBoolean();

  /** Done once the first beat was answered, or failed. */
  private final CompletableFuture<Boolean> firstBeat = new CompletableFuture<>();

  /** Whether the last word was said; nothing is said after it. */
  private boolean hasLeft;

  /** Whether the last word was not answered yet. */
  private volatile boolean isLeaving;

  /** Beats over this link. */
  public Presence(Link link, Listener listener) {
    this.link = link;
    this.listener = listener;
    this.numbers = new HeartbeatNumbers(link.self().elapsed());
    this.nextBeat = link.elapsedMillis();
  }

  @Override
  public int work() {
    Runnable next = news.poll();
    if (next != null) {
      next.run();
      return 1;
    }
    long now = link.elapsedMillis();
    if (now < nextBeat || hasLeft) {
      return 0;
    }
    long patience = firstBeat.isDone() ? ANSWER_MILLIS : FIRST_ANSWER_MILLIS;
    if (unanswered.get() && now - sentAt < patience) {
      return 0; // one at a time
    }
    if (unanswered.getAndSet(false)) {
      link.failed("no answer to a heartbeat within " + patience + " ms");
      firstBeat.complete(false);
    }
    nextBeat = now + pause;
    pause = Math.min(2 * pause, BEAT_MILLIS);
    if (!link.breaker().tryCall()) {
      return 0;
    }
    beat();
    return 1;
  }

  private void beat() {
    AtomicBoolean mine = new AtomicBoolean(true);
    unanswered = mine;
    long sentMillis = link.elapsedMillis();
    sentAt = sentMillis;
    Origin.Heartbeat heartbeat = heartbeat(LIFE_MILLIS);
    link.origin().beat(heartbeat).whenComplete((pulse, failure) -> {
      if (!mine.getAndSet(false)) {
        return; // given up
      }
      if (failure == null) {
        heard(heartbeat, pulse);
        measure(pulse, link.elapsedMillis() - sentMillis);
      } else {
        link.failed(Link.reason(failure));
      }
      firstBeat.complete(failure == null);
    });
  }

  private Origin.Heartbeat heartbeat(long timeToLiveMillis) {
    Incarnation incarnation = link.self().incarnation();
    return new Origin.Heartbeat(
        incarnation.name(), timeToLiveMillis, incarnation.dataSet(), caughtUpWith, numbers.next());
  }

  private void heard(Origin.Heartbeat heartbeat, Origin.Pulse pulse) {
    link.answered("answered a heartbeat");
    processes = Math.max(1, pulse.processes());
    remember(processes);
    Heard before = latest;
    latest = new Heard(heartbeat, pulse);
    if (numbers.answered(heartbeat.number(), pulse.previousNumber())) {
      news.add(listener::duplicated);
    }
    Origin.Pulse known = before == null ? null : before.pulse();
    if (known == null || !known.dataSet().equals(pulse.dataSet())) {
      news.add(() -> listener.dataSet(pulse.dataSet()));
    }
    // Who could not be greeted at first may have been told things, and have lost them, before it
    // was.
    boolean wasUnknown = known == null && firstBeat.isDone();
    boolean isOther = known != null && !known.identity().equals(pulse.identity());
    if (isOther) {
      link.observer().happened(Event.ORIGIN_WIPE_SEEN, 1);
    }
    if (wasUnknown || isOther) {
      news.add(() -> listener.replaced(pulse.identity()));
    } else if (known == null) {
      caughtUpWith = pulse.identity(); // nothing was admitted before
    }
  }

  private void remember(int alive) {
    long now = link.elapsedMillis();
    synchronized (history) {
      history.addLast(new Count(now, alive));
      while (now - history.getFirst().atMillis() > MISSED_MILLIS) {
        history.removeFirst();
      }
    }
  }

  /** The most processes that were alive at once lately: some may have lost their connection and come back. */
  public int mostProcesses() {
    synchronized (history) {
      return history.stream().mapToInt(Count::processes).max().orElse(1);
    }
  }

  private void measure(Origin.Pulse pulse, long roundTripMillis) {
    link.observer().measured(Observer.Gauge.PROCESSES, processes);
    // The origin read its clock somewhere between the question and the answer: in the middle, at
    // best guess.
    long then = link.epochMillis() - roundTripMillis / 2;
    link.observer().measured(Observer.Gauge.ORIGIN_SKEW_MILLIS, pulse.epochMillis() - then);
  }

  /** The origin, under this identity, knows everything that this process admitted; or, if empty, may not. */
  public void catchUpWith(String identity) {
    caughtUpWith = identity;
    nextBeat = Math.min(nextBeat, link.elapsedMillis()); // others wait for it
  }

  /** Starts to count heartbeats anew, under another name. */
  public void rename() {
    numbers.reset();
    nextBeat = Math.min(nextBeat, link.elapsedMillis());
  }

  /** How many processes are alive if all of them caught up with what this one caught up with; else 0. */
  public int caughtUp() {
    Heard heard = latest;
    if (heard == null || caughtUpWith.isEmpty()) {
      return 0;
    }
    Origin.Pulse pulse = heard.pulse();
    boolean isSame = caughtUpWith.equals(heard.heartbeat().caughtUpWith())
        && caughtUpWith.equals(pulse.identity());
    return isSame && pulse.caughtUp() == pulse.processes() ? pulse.processes() : 0;
  }

  /** Says goodbye, so that the others need not wait for this process's beats to stop. */
  public void leave() {
    hasLeft = true;
    if (link.breaker().tryCall()) {
      isLeaving = true;
      link.origin().beat(heartbeat(0)).whenComplete((pulse, failure) -> {
        isLeaving = false;
        link.breaker().notCalled(); // whatever came of it, nobody will call again
      });
    }
  }

  /** Whether the goodbye is still under way. */
  public boolean isLeaving() {
    return isLeaving;
  }

  /** Completes when it is known whether the origin can be reached, with whether it can. */
  public CompletableFuture<Boolean> firstBeat() {
    return firstBeat;
  }

  /** How many processes of the region lived at the last beat, this one included. */
  public int processes() {
    return processes;
  }
}
