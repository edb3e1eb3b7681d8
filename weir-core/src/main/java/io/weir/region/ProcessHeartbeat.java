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
public final class ProcessHeartbeat implements Agent {

  /** Often enough that a new process is counted before it has spent much, rare enough to cost nothing. */
  private static final long HEARTBEAT_MILLIS = 2_000;

  /** How long an answer may take: longer than a client takes to connect, so that its reason is heard and not only silence. */
  private static final long REPLY_TIMEOUT_MILLIS = 3_000;

  /** The first one may take longer: it has to wait for the connection, in a process that has hardly begun. */
  private static final long FIRST_REPLY_TIMEOUT_MILLIS = 5_000;

  /** Four missed beats: a pause of a few seconds does not make the others think that a process is gone. */
  private static final long TIME_TO_LIVE_MILLIS = 10_000;

  /** What a heartbeat may bring to light. Called by the agent. */
  public interface HeartbeatListener {
    /** The origin answered for the first time, or is another one than before: this is the name of its data. */
    void onDataSet(String name);

    /** The same data set may have lost something: everything is to be published again. */
    void onDataLoss();

    /** It has, and the region did not wait for this process: nothing may be published under its names so far. */
    void onMissedRecovery();

    /** Whether the origin, if it has no name, may get one from this process: no other one can know a name for it. */
    boolean canNameDataSet();

    /** Another process writes under the same name, as a copy of this one does. */
    void onDuplicate();
  }

  private record Sent(Origin.OriginHeartbeat heartbeat, long sentMillis) {}

  private final OriginLink originLink;
  private final HeartbeatListener heartbeatListener;
  private final Heartbeat<Sent, Origin.OriginStatus> beats;

  /** The origin's identity at its latest answer; empty before the first. */
  private String identity = "";

  /** Whether the origin, under that identity, was given everything that this process admitted. */
  private Origin.CompletionProgress completionProgress = Origin.CompletionProgress.NEVER_BEHIND;

  /** For how long all live processes have caught up; negative if they have not, or if it is not known. */
  private volatile long completeMillis = Origin.INCOMPLETE;

  /** Written by the agent. */
  private volatile int processes = 1;

  /** Done once the first beat was answered, or failed. */
  private final CompletableFuture<Boolean> firstHeartbeat = new CompletableFuture<>();

  /** Beats over this link. */
  public ProcessHeartbeat(OriginLink originLink, HeartbeatListener heartbeatListener) {
    this.originLink = originLink;
    this.heartbeatListener = heartbeatListener;
    this.beats =
        new Heartbeat<>(originLink.calls(), HEARTBEAT_MILLIS, new ProcessHeartbeatResult());
  }

  @Override
  public int work() {
    int done = beats.takeAnswer();
    if (!beats.isDue()) {
      return done;
    }
    beats.pause(); // also while the origin is let alone
    if (!originLink.calls().tryCall()) {
      return done;
    }
    Sent sent = new Sent(heartbeat(TIME_TO_LIVE_MILLIS), originLink.elapsedMillis());
    long patience = firstHeartbeat.isDone() ? REPLY_TIMEOUT_MILLIS : FIRST_REPLY_TIMEOUT_MILLIS;
    beats.await(sent, originLink.origin().heartbeat(sent.heartbeat()), patience);
    return done + 1 + beats.takeAnswer();
  }

  /** What becomes of a beat. */
  private final class ProcessHeartbeatResult
      implements InFlight.Listener<Sent, Origin.OriginStatus> {
    @Override
    public void answered(Sent sent, Origin.OriginStatus originStatus) {
      measure(originStatus, originLink.elapsedMillis() - sent.sentMillis());
      take(sent, originStatus);
    }

    @Override
    public void failed(Sent sent) {
      firstHeartbeat.complete(false);
    }
  }

  private Origin.OriginHeartbeat heartbeat(long timeToLiveMillis) {
    Incarnation incarnation = originLink.self().incarnation();
    boolean isProposed = incarnation.dataSet().isEmpty() && heartbeatListener.canNameDataSet();
    return new Origin.OriginHeartbeat(
        incarnation.name(),
        timeToLiveMillis,
        isProposed ? incarnation.name() : incarnation.dataSet(),
        identity,
        completionProgress,
        beats.numbers().next());
  }

  private void take(Sent sent, Origin.OriginStatus originStatus) {
    Origin.OriginHeartbeat originHeartbeat = sent.heartbeat();
    processes = Math.max(1, originStatus.processes());
    if (beats.numbers().answered(originHeartbeat.number(), originStatus.previousNumber())) {
      heartbeatListener.onDuplicate();
    }
    boolean isNew = follow(originStatus.dataSet());
    if (isNew) {
      identity = originStatus.identity();
      completionProgress = Origin.CompletionProgress.NEVER_BEHIND; // nothing was published yet
      originLink.lease().renew(sent.sentMillis());
    } else if (!identity.equals(originStatus.identity())) {
      // What it has become of the region meanwhile is asked next, and nothing published until then.
      originLink.observer().onEvent(Event.ORIGIN_WIPE_SEEN, 1);
      identity = originStatus.identity();
      completionProgress = Origin.CompletionProgress.BEHIND;
      completeMillis = Origin.INCOMPLETE;
      originLink.lease().end();
      sendSoon();
    } else if (identity.equals(originHeartbeat.identity())) {
      confirm(sent, originStatus);
    }
    firstHeartbeat.complete(true);
  }

  /** Whether this process has published nothing into this data set. */
  private boolean follow(String dataSet) {
    String known = originLink.self().incarnation().dataSet();
    if (!dataSet.isEmpty() && !dataSet.equals(known)) {
      heartbeatListener.onDataSet(dataSet);
    }
    return identity.isEmpty() || (!known.isEmpty() && !dataSet.isEmpty() && !dataSet.equals(known));
  }

  /** The origin has the identity that this process knew when it asked. */
  private void confirm(Sent sent, Origin.OriginStatus originStatus) {
    long lapsedMillis = originLink.lease().lapsedMillis(sent.sentMillis());
    completeMillis = originStatus.completeMillis();
    originLink.lease().renew(sent.sentMillis());
    boolean isComplete = completeMillis >= 0;
    boolean wasMissed = lapsedMillis > 0 && completeMillis <= lapsedMillis;
    if (isComplete && (completionProgress == Origin.CompletionProgress.BEHIND || wasMissed)) {
      heartbeatListener.onMissedRecovery();
    } else if (!isComplete && lapsedMillis > 0) {
      completionProgress = Origin.CompletionProgress.BEHIND;
      heartbeatListener.onDataLoss();
    }
  }

  private void measure(Origin.OriginStatus originStatus, long roundTripMillis) {
    originLink.observer().onGauge(Observer.Gauge.PROCESSES, processes);
    // The origin read its clock somewhere between the question and the answer: in the middle, at
    // best guess.
    long then = originLink.epochMillis() - roundTripMillis / 2;
    originLink
        .observer()
        .onGauge(Observer.Gauge.ORIGIN_SKEW_MILLIS, originStatus.epochMillis() - then);
  }

  /** The origin was given everything that this process admitted. */
  public void caughtUp() {
    completionProgress = Origin.CompletionProgress.CAUGHT_UP;
    sendSoon(); // others wait for it
  }

  /** Does not wait for the next heartbeat's time. */
  public void sendSoon() {
    beats.beatSoon();
  }

  /** Starts to count heartbeats anew, under another name. */
  public void renewName() {
    beats.numbers().reset();
    sendSoon();
  }

  /** Whether the name of the data set is known, or there is nobody to ask for it. */
  public boolean isNamed() {
    return identity.isEmpty() || !originLink.self().incarnation().dataSet().isEmpty();
  }

  /** For how long all live processes have caught up with the origin as it is now; negative if they have not. */
  public long completeMillis() {
    return completeMillis;
  }

  /** Says goodbye, so that the others need not wait for this process's beats to stop. */
  public void leave() {
    if (beats.tryLeave()) {
      beats.awaitLeave(originLink.origin().heartbeat(heartbeat(0)));
    }
  }

  /** Whether the goodbye is still under way. */
  public boolean isLeaving() {
    return beats.isLeaving();
  }

  /** Completes when it is known whether the origin can be reached, with whether it can. */
  public CompletableFuture<Boolean> firstHeartbeat() {
    return firstHeartbeat;
  }

  /** How many processes of the region lived at the last beat, this one included. */
  public int processes() {
    return processes;
  }
}
