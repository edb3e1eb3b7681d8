// SPDX-License-Identifier: Apache-2.0
package io.weir.region;

import io.weir.Event;
import io.weir.Observer;
import io.weir.origin.Origin;
import io.weir.process.HeartbeatNumbers;
import io.weir.process.Incarnation;
import io.weir.time.Agent;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

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

    /** The same data set may have lost something: everything is to be published again. */
    void replaced();

    /** It has, and the region did not wait for this process: nothing may be published under its names so far. */
    void late();

    /** Whether the origin, if it has no name, may get one from this process: no other one can know a name for it. */
    boolean mayName();

    /** Another process writes under the same name, as a copy of this one does. */
    void duplicated();
  }

  private record Answer(Origin.Heartbeat heartbeat, long sentMillis, Origin.Pulse pulse) {}

  private final Link link;
  private final Listener listener;
  private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
  private final HeartbeatNumbers numbers;
  private long nextBeat;
  private long pause = FIRST_PAUSE_MILLIS;
  private long sentAt;

  /** The origin's identity at its latest answer; empty before the first. */
  private String identity = "";

  /** Whether the origin, under that identity, was given everything that this process admitted. */
  private Origin.Progress progress = Origin.Progress.NEVER_BEHIND;

  /** For how long all live processes have caught up; negative if they have not, or if it is not known. */
  private volatile long completeMillis = Origin.INCOMPLETE;

  /** Written by the agent. */
  private volatile int processes = 1;

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
    int done = takeAnswer();
    long now = link.elapsedMillis();
    if (now < nextBeat || hasLeft) {
      return done;
    }
    long patience = firstBeat.isDone() ? ANSWER_MILLIS : FIRST_ANSWER_MILLIS;
    if (unanswered.get() && now - sentAt < patience) {
      return done; // one at a time
    }
    if (unanswered.getAndSet(false)) {
      link.failed("heartbeat timed out after " + patience + " ms");
      firstBeat.complete(false);
    }
    nextBeat = now + pause;
    pause = Math.min(2 * pause, BEAT_MILLIS);
    if (!link.breaker().tryCall()) {
      return done;
    }
    beat();
    return done + 1 + takeAnswer();
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
        link.answered("heartbeat succeeded");
        measure(pulse, link.elapsedMillis() - sentMillis);
        answers.add(new Answer(heartbeat, sentMillis, pulse));
      } else {
        link.failed(Link.reason(failure));
        firstBeat.complete(false);
      }
    });
  }

  private Origin.Heartbeat heartbeat(long timeToLiveMillis) {
    Incarnation incarnation = link.self().incarnation();
    boolean isProposed = incarnation.dataSet().isEmpty() && listener.mayName();
    return new Origin.Heartbeat(
        incarnation.name(),
        timeToLiveMillis,
        isProposed ? incarnation.name() : incarnation.dataSet(),
        identity,
        progress,
        numbers.next());
  }

  private int takeAnswer() {
    Answer answer = answers.poll();
    if (answer == null) {
      return 0;
    }
    Origin.Heartbeat heartbeat = answer.heartbeat();
    Origin.Pulse pulse = answer.pulse();
    processes = Math.max(1, pulse.processes());
    if (numbers.answered(heartbeat.number(), pulse.previousNumber())) {
      listener.duplicated();
    }
    boolean isNew = follow(pulse.dataSet());
    if (isNew) {
      identity = pulse.identity();
      progress = Origin.Progress.NEVER_BEHIND; // nothing was published yet
      link.lease().renew(answer.sentMillis());
    } else if (!identity.equals(pulse.identity())) {
      // What it has become of the region meanwhile is asked next, and nothing published until then.
      link.observer().happened(Event.ORIGIN_WIPE_SEEN, 1);
      identity = pulse.identity();
      progress = Origin.Progress.BEHIND;
      completeMillis = Origin.INCOMPLETE;
      link.lease().end();
      nextBeat = link.elapsedMillis();
    } else if (identity.equals(heartbeat.identity())) {
      confirm(answer);
    }
    firstBeat.complete(true);
    return 1;
  }

  /** Whether this process has published nothing into this data set. */
  private boolean follow(String dataSet) {
    String known = link.self().incarnation().dataSet();
    if (!dataSet.isEmpty() && !dataSet.equals(known)) {
      listener.dataSet(dataSet);
    }
    return identity.isEmpty() || (!known.isEmpty() && !dataSet.isEmpty() && !dataSet.equals(known));
  }

  /** The origin has the identity that this process knew when it asked. */
  private void confirm(Answer answer) {
    long lapsedMillis = link.lease().lapsedMillis(answer.sentMillis());
    completeMillis = answer.pulse().completeMillis();
    link.lease().renew(answer.sentMillis());
    boolean isComplete = completeMillis >= 0;
    boolean wasMissed = lapsedMillis > 0 && completeMillis <= lapsedMillis;
    if (isComplete && (progress == Origin.Progress.BEHIND || wasMissed)) {
      listener.late();
    } else if (!isComplete && lapsedMillis > 0) {
      progress = Origin.Progress.BEHIND;
      listener.replaced();
    }
  }

  private void measure(Origin.Pulse pulse, long roundTripMillis) {
    link.observer().measured(Observer.Gauge.PROCESSES, processes);
    // The origin read its clock somewhere between the question and the answer: in the middle, at
    // best guess.
    long then = link.epochMillis() - roundTripMillis / 2;
    link.observer().measured(Observer.Gauge.ORIGIN_SKEW_MILLIS, pulse.epochMillis() - then);
  }

  /** The origin was given everything that this process admitted. */
  public void caughtUp() {
    progress = Origin.Progress.CAUGHT_UP;
    beatSoon(); // others wait for it
  }

  /** Does not wait for the next heartbeat's time. */
  public void beatSoon() {
    nextBeat = Math.min(nextBeat, link.elapsedMillis());
  }

  /** Starts to count heartbeats anew, under another name. */
  public void rename() {
    numbers.reset();
    beatSoon();
  }

  /** Whether the name of the data set is known, or there is nobody to ask for it. */
  public boolean isNamed() {
    return identity.isEmpty() || !link.self().incarnation().dataSet().isEmpty();
  }

  /** For how long all live processes have caught up with the origin as it is now; negative if they have not. */
  public long completeMillis() {
    return completeMillis;
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
