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

/**
 * Sends heartbeats to the origin. Learns from the answers how many processes are alive and whether the origin is still
 * the same.
 */
public final class ProcessHeartbeat implements Agent {

  /** Often enough that a new process is counted before it has spent much, rare enough to cost nothing. */
  private static final long HEARTBEAT_MILLIS = 2_000;

  /**
   * How long an answer may take: longer than a connection time-out of the client, so that the failure's reason is
   * reported instead of a mere time-out.
   */
  private static final long REPLY_TIMEOUT_MILLIS = 3_000;

  /** The time-out of the first heartbeat, which has to wait for the connection while the process is still starting. */
  private static final long FIRST_REPLY_TIMEOUT_MILLIS = 5_000;

  /**
   * Five intervals, so four heartbeats may be missed: after a pause of a few seconds the others do not consider the
   * process dead.
   */
  private static final long TIME_TO_LIVE_MILLIS = 10_000;

  /** Receives what a heartbeat reveals. Called by the agent. */
  public interface HeartbeatListener {
    /** The origin answered for the first time, or is a different one than before. The name is that of its data set. */
    void onDataSet(String name);

    /** The same data set may have lost counts: everything must be published again. */
    void onDataLoss();

    /**
     * The data set lost counts, and the region completed its recovery without this process: nothing more may be
     * published under its current names.
     */
    void onMissedRecovery();

    /** Whether this process may name an origin that has no name: only if no other process can know its name. */
    boolean canNameDataSet();

    /** Another process writes under the same name, as a copy of this one does. */
    void onDuplicate();
  }

  private record Sent(Origin.OriginHeartbeat heartbeat, long sentMillis) {}

  private final OriginLink originLink;
  private final HeartbeatListener heartbeatListener;
  private final Heartbeat<Sent, Origin.OriginStatus> beats;

  /** The origin's identity in its latest answer, empty before the first. */
  private String identity = "";

  /** Whether this process has published everything that it admitted to the origin under that identity. */
  private Origin.CompletionProgress completionProgress = Origin.CompletionProgress.NEVER_BEHIND;

  /** For how long all live processes have caught up. Negative if they have not, or if that is unknown. */
  private volatile long completeMillis = Origin.INCOMPLETE;

  /** Written by the agent. */
  private volatile int processes = 1;

  /** Completes when the first heartbeat was answered or failed. */
  private final CompletableFuture<Boolean> firstHeartbeat = new CompletableFuture<>();

  /** Creates a heartbeat that uses this link. */
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
    beats.pause(); // also while the breaker is open
    if (!originLink.calls().tryCall()) {
      return done;
    }
    Sent sent = new Sent(heartbeat(TIME_TO_LIVE_MILLIS), originLink.elapsedMillis());
    long timeout = firstHeartbeat.isDone() ? REPLY_TIMEOUT_MILLIS : FIRST_REPLY_TIMEOUT_MILLIS;
    beats.await(sent, originLink.origin().heartbeat(sent.heartbeat()), timeout);
    return done + 1 + beats.takeAnswer();
  }

  /** Handles the result of a heartbeat. */
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
      // The state of the region is requested next. Nothing is published until then.
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

  /** Reports a new data set. True if this process has published nothing into it. */
  private boolean follow(String dataSet) {
    String known = originLink.self().incarnation().dataSet();
    if (!dataSet.isEmpty() && !dataSet.equals(known)) {
      heartbeatListener.onDataSet(dataSet);
    }
    return identity.isEmpty() || (!known.isEmpty() && !dataSet.isEmpty() && !dataSet.equals(known));
  }

  /** Records that the origin still has the identity that this process sent. */
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
    // The origin read its clock at some time between the request and the answer. The middle is the
    // best estimate.
    long then = originLink.epochMillis() - roundTripMillis / 2;
    originLink
        .observer()
        .onGauge(Observer.Gauge.ORIGIN_SKEW_MILLIS, originStatus.epochMillis() - then);
  }

  /** Records that everything this process admitted was published to the origin. */
  public void caughtUp() {
    completionProgress = Origin.CompletionProgress.CAUGHT_UP;
    sendSoon(); // other processes wait for this
  }

  /** Sends the next heartbeat as soon as possible. */
  public void sendSoon() {
    beats.beatSoon();
  }

  /** Restarts the heartbeat numbers, under a new process name. */
  public void renewName() {
    beats.numbers().reset();
    sendSoon();
  }

  /** Whether the name of the data set is known, or there is no origin to ask. */
  public boolean isNamed() {
    return identity.isEmpty() || !originLink.self().incarnation().dataSet().isEmpty();
  }

  /** For how long all live processes have caught up with the origin's current identity. Negative if they have not. */
  public long completeMillis() {
    return completeMillis;
  }

  /** Sends the leave message, so that the others need not wait for this process's heartbeats to expire. */
  public void leave() {
    if (beats.tryLeave()) {
      beats.awaitLeave(originLink.origin().heartbeat(heartbeat(0)));
    }
  }

  /** Whether the leave message is still in flight. */
  public boolean isLeaving() {
    return beats.isLeaving();
  }

  /** Completes with whether the origin could be reached, after the first heartbeat. */
  public CompletableFuture<Boolean> firstHeartbeat() {
    return firstHeartbeat;
  }

  /** The number of live processes in the region at the last heartbeat, this one included. */
  public int processes() {
    return processes;
  }
}
