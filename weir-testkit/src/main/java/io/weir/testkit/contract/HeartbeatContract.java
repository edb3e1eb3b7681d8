// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.origin.Origin;
import io.weir.origin.Origin.CompletionProgress;
import io.weir.origin.Origin.OriginHeartbeat;
import io.weir.origin.Origin.OriginStatus;
import io.weir.testkit.servers.Eventually;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The part of {@link OriginContract} about heartbeats. */
public abstract class HeartbeatContract {
  static final long LONG_LIFE = 60_000;
  static final long SHORT_LIFE = 400;

  private Origin origin;

  /** Creates an empty origin, which the contract closes. */
  protected abstract Origin createOrigin();

  /** Lets at least this much time pass on the origin's clock. */
  protected abstract void letTimePass(long millis);

  /** Makes the origin lose everything, as a restart without a disk does. Returns false if that is not possible. */
  protected boolean tryWipe() {
    return false;
  }

  /** Waits for an answer. Overridden by subclasses that have to make it arrive. */
  protected <T> T await(CompletionStage<T> answer) {
    return Eventually.await(answer);
  }

  /** Called by JUnit. */
  @BeforeEach
  public void open() {
    origin = createOrigin();
  }

  /** Called by JUnit. */
  @AfterEach
  public void close() {
    if (origin != null) { // null if a test was skipped because a server was missing
      origin.close();
    }
  }

  HeartbeatContract() {}

  /** Returns the origin under test. */
  Origin origin() {
    return origin;
  }

  @Test
  public void aHeartbeatCountsLiveProcesses() {
    assertThat(heartbeat("one", LONG_LIFE).processes()).isEqualTo(1);
    assertThat(heartbeat("two", LONG_LIFE).processes()).isEqualTo(2);
    assertThat(heartbeat("one", LONG_LIFE).processes()).isEqualTo(2);
    assertThat(heartbeat("three", SHORT_LIFE).processes()).isEqualTo(3);

    letTimePass(SHORT_LIFE + 100);

    assertThat(heartbeat("two", LONG_LIFE).processes()).isEqualTo(2);
  }

  @Test
  public void aHeartbeatWithoutALeaseDeregisters() {
    heartbeat("one", LONG_LIFE);
    heartbeat("two", LONG_LIFE);

    assertThat(heartbeat("two", 0).processes()).isEqualTo(1);
    assertThat(heartbeat("one", LONG_LIFE).processes()).isEqualTo(1);
    assertThat(heartbeat("two", LONG_LIFE).processes()).isEqualTo(2);
  }

  @Test
  public void theIdentityChangesWhenAllDataIsLost() {
    String identity = heartbeat("one", LONG_LIFE).identity();
    assertThat(heartbeat("two", LONG_LIFE).identity()).isEqualTo(identity);
    if (tryWipe()) {
      assertThat(heartbeat("one", LONG_LIFE).identity()).isNotEqualTo(identity);
    }
  }

  @Test
  public void theClockMovesForward() {
    long before = heartbeat("one", LONG_LIFE).epochMillis();
    letTimePass(50);

    assertThat(heartbeat("one", LONG_LIFE).epochMillis()).isBetween(before + 50, before + 60_000);
  }

  @Test
  public void theDataSetKeepsItsNameAfterALoss() {
    String name = await(origin.heartbeat(
            new OriginHeartbeat("one", LONG_LIFE, "data", "", CompletionProgress.NEVER_BEHIND, 1)))
        .dataSet();

    assertThat(name).isNotEmpty().hasSizeLessThanOrEqualTo(64);
    assertThat(heartbeat("two", LONG_LIFE).dataSet()).isEqualTo(name);
    if (tryWipe()) {
      assertThat(heartbeat("three", LONG_LIFE).dataSet()).isEmpty(); // another one may know it
      OriginHeartbeat knowing =
          new OriginHeartbeat("two", LONG_LIFE, name, "", CompletionProgress.NEVER_BEHIND, 2);
      assertThat(await(origin.heartbeat(knowing)).dataSet()).isEqualTo(name);
      assertThat(heartbeat("three", LONG_LIFE).dataSet()).isEqualTo(name);
    }
  }

  @Test
  public void anUnknownDataSetGetsANewName() {
    heartbeat("one", LONG_LIFE);
    letTimePass(Origin.LEASE_MILLIS + 50);

    String name = heartbeat("one", LONG_LIFE).dataSet();

    assertThat(name).isNotEmpty().hasSizeLessThanOrEqualTo(128);
    assertThat(heartbeat("two", LONG_LIFE).dataSet()).isEqualTo(name);
  }

  @Test
  public void theOriginIsCompleteWhenAllProcessesCaughtUp() {
    if (origin.isExclusive()) {
      return; // no other process ever published
    }
    String identity = heartbeat("one", LONG_LIFE).identity();

    assertThat(complete("one", identity, CompletionProgress.NEVER_BEHIND))
        .isEqualTo(Origin.NEVER_LOST);
    assertThat(complete("two", identity, CompletionProgress.BEHIND)).isEqualTo(Origin.INCOMPLETE);
    assertThat(complete("two", identity, CompletionProgress.CAUGHT_UP))
        .isEqualTo(Origin.INCOMPLETE);
    letTimePass(Origin.LEASE_MILLIS + 50);
    assertThat(complete("two", identity, CompletionProgress.BEHIND)).isEqualTo(Origin.INCOMPLETE);
    assertThat(complete("one", identity, CompletionProgress.NEVER_BEHIND))
        .isEqualTo(Origin.INCOMPLETE);
    assertThat(complete("two", identity, CompletionProgress.CAUGHT_UP)).isZero();
    letTimePass(50);
    assertThat(complete("three", identity, CompletionProgress.BEHIND)).isBetween(50L, 60_000L);
    assertThat(complete("three", "another", CompletionProgress.CAUGHT_UP))
        .isEqualTo(Origin.INCOMPLETE);
  }

  private long complete(
      String incarnation, String identity, CompletionProgress completionProgress) {
    return await(origin.heartbeat(
            new OriginHeartbeat(incarnation, LONG_LIFE, "data", identity, completionProgress, 1)))
        .completeMillis();
  }

  @Test
  public void aHeartbeatReturnsTheHighestEarlierNumber() {
    assertThat(List.of(previous(7), previous(5), previous(8), previous(9)))
        .containsExactly(0L, 7L, 7L, 8L);
  }

  private long previous(long number) {
    return await(origin.heartbeat(new OriginHeartbeat(
            "two", LONG_LIFE, "data", "", CompletionProgress.NEVER_BEHIND, number)))
        .previousNumber();
  }

  private OriginStatus heartbeat(String incarnation, long timeToLiveMillis) {
    return await(origin.heartbeat(OriginHeartbeat.of(incarnation, timeToLiveMillis)));
  }
}
