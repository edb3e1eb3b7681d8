// SPDX-License-Identifier: Apache-2.0
package io.weir.region;

import io.weir.Event;
import io.weir.Observer;
import io.weir.origin.Origin;
import io.weir.process.Incarnation;
import io.weir.sync.Heartbeat;
import io.weir.sync.InFlight;
import io.weir.time.Agent;
import java.util.concurrent.CompletableFuture;

/** Records in the origin that this process is alive, and learns how many others are and whether the origin is still the same. */
public final class Presence implements Agent {

  /** Often enough that a new process is counted before it has spent much, rare enough to cost nothing. */
  private static final long BEAT_MILLIS = 2_000;

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

  private record Sent(Origin.Heartbeat heartbeat, long sentMillis) {}

  private final Link link;
  private final Listener listener;
  private final Heartbeat<Sent, Origin.Pulse> beats;

  /** The origin's identity at its latest answer; empty before the first. */
  private String identity = "";

  /** Whether the origin, under that identity, was given everything that this process admitted. */
  private Origin.Progress progress = Origin.Progress.NEVER_BEHIND;

  /** For how long all live processes have caught up; negative if they have not, or if it is not known. */
  private volatile long completeMillis = Origin.INCOMPLETE;

  /** Written by the agent. */
  private volatile int processes = 1;

  /** Done once the first beat was answered, or failed. */
  private final CompletableFuture<Boolean> firstBeat = new CompletableFuture<>();

  /** Beats over this link. */
  public Presence(Link link, Listener listener) {
    this.link = link;
    this.listener = listener;
    this.beats = new Heartbeat<>(link.calls(), BEAT_MILLIS, new Outcome());
  }

  @Override
  public int work() {
    int done = beats.takeAnswer();
    if (!beats.isDue()) {
      return done;
    }
    beats.pause(); // also while the origin is let alone
    if (!link.calls().tryCall()) {
      return done;
    }
    Sent sent = new Sent(heartbeat(LIFE_MILLIS), link.elapsedMillis());
    long patience = firstBeat.isDone() ? ANSWER_MILLIS : FIRST_ANSWER_MILLIS;
    beats.await(sent, link.origin().beat(sent.heartbeat()), patience);
    return done + 1 + beats.takeAnswer();
  }

  /** What becomes of a beat. */
  private final class Outcome implements InFlight.Listener<Sent, Origin.Pulse> {
    @Override
    public void answered(Sent sent, Origin.Pulse pulse) {
      measure(pulse, link.elapsedMillis() - sent.sentMillis());
      take(sent, pulse);
    }

    @Override
    public void failed(Sent sent) {
      firstBeat.complete(false);
    }
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
        beats.numbers().next());
  }

  private void take(Sent sent, Origin.Pulse pulse) {
    Origin.Heartbeat heartbeat = sent.heartbeat();
    processes = Math.max(1, pulse.processes());
    if (beats.numbers().answered(heartbeat.number(), pulse.previousNumber())) {
      listener.duplicated();
    }
    boolean isNew = follow(pulse.dataSet());
    if (isNew) {
      identity = pulse.identity();
      progress = Origin.Progress.NEVER_BEHIND; // nothing was published yet
      link.lease().renew(sent.sentMillis());
    } else if (!identity.equals(pulse.identity())) {
      // What it has become of the region meanwhile is asked next, and nothing published until then.
      link.observer().happened(Event.ORIGIN_WIPE_SEEN, 1);
      identity = pulse.identity();
      progress = Origin.Progress.BEHIND;
      completeMillis = Origin.INCOMPLETE;
      link.lease().end();
      beatSoon();
    } else if (identity.equals(heartbeat.identity())) {
      confirm(sent, pulse);
    }
    firstBeat.complete(true);
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
  private void confirm(Sent sent, Origin.Pulse pulse) {
    long lapsedMillis = link.lease().lapsedMillis(sent.sentMillis());
    completeMillis = pulse.completeMillis();
    link.lease().renew(sent.sentMillis());
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
    beats.beatSoon();
  }

  /** Starts to count heartbeats anew, under another name. */
  public void rename() {
    beats.numbers().reset();
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
    if (beats.tryLeave()) {
      beats.awaitLeave(link.origin().beat(heartbeat(0)));
    }
  }

  /** Whether the goodbye is still under way. */
  public boolean isLeaving() {
    return beats.isLeaving();
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
