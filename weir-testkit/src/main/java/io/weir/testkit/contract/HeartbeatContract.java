// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.origin.Origin;
import io.weir.origin.Origin.Heartbeat;
import io.weir.origin.Origin.Progress;
import io.weir.origin.Origin.Pulse;
import io.weir.testkit.servers.Eventually;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The part of {@link OriginContract} that is about heartbeats. */
public abstract class HeartbeatContract {
  static final long LONG_LIFE = 60_000;
  static final long SHORT_LIFE = 400;

  private Origin origin;

  /** A new origin, empty, which the contract closes. */
  protected abstract Origin createOrigin();

  /** Lets at least this much time pass, by the origin's clock. */
  protected abstract void letTimePass(long millis);

  /** Makes the origin lose everything, as a restart without a disk does. False: this one can't be made to. */
  protected boolean tryWipe() {
    return false;
  }

  /** Waits for an answer; to be overridden where somebody has to make it arrive. */
  protected <T> T await(CompletionStage<T> answer) {
    return Eventually.answer(answer);
  }

  /** For the test engine. */
  @BeforeEach
  public void open() {
    origin = createOrigin();
  }

  /** For the test engine. */
  @AfterEach
  public void close() {
    if (origin != null) { // null when a test was skipped for want of a server
      origin.close();
    }
  }

  HeartbeatContract() {}

  /** The origin under test. */
  Origin origin() {
    return origin;
  }

  @Test
  @DisplayName("a heartbeat counts each live process once")
  public void aHeartbeatCountsLiveProcesses() {
    assertThat(beat("one", LONG_LIFE).processes()).isEqualTo(1);
    assertThat(beat("two", LONG_LIFE).processes()).isEqualTo(2);
    assertThat(beat("one", LONG_LIFE).processes()).isEqualTo(2);
    assertThat(beat("three", SHORT_LIFE).processes()).isEqualTo(3);

    letTimePass(SHORT_LIFE + 100);

    assertThat(beat("two", LONG_LIFE).processes()).isEqualTo(2);
  }

  @Test
  @DisplayName("a heartbeat with a lease of 0 deregisters the process: it is no longer counted")
  public void aBeatWithoutLifeIsAGoodbye() {
    beat("one", LONG_LIFE);
    beat("two", LONG_LIFE);

    assertThat(beat("two", 0).processes()).isEqualTo(1);
    assertThat(beat("one", LONG_LIFE).processes()).isEqualTo(1);
    assertThat(beat("two", LONG_LIFE).processes()).isEqualTo(2);
  }

  @Test
  @DisplayName("the origin keeps its identity until it loses all data")
  public void theIdentityChangesWhenEverythingIsLost() {
    String identity = beat("one", LONG_LIFE).identity();
    assertThat(beat("two", LONG_LIFE).identity()).isEqualTo(identity);
    if (tryWipe()) {
      assertThat(beat("one", LONG_LIFE).identity()).isNotEqualTo(identity);
    }
  }

  @Test
  @DisplayName("the origin's clock moves forward")
  public void theClockMovesForward() {
    long before = beat("one", LONG_LIFE).epochMillis();
    letTimePass(50);

    assertThat(beat("one", LONG_LIFE).epochMillis()).isBetween(before + 50, before + 60_000);
  }

  @Test
  @DisplayName("the data set keeps its name when a process that knows it finds all data lost")
  public void theDataSetKeepsItsName() {
    String name = await(
            origin.beat(new Heartbeat("one", LONG_LIFE, "data", "", Progress.NEVER_BEHIND, 1)))
        .dataSet();

    assertThat(name).isNotEmpty().hasSizeLessThanOrEqualTo(64);
    assertThat(beat("two", LONG_LIFE).dataSet()).isEqualTo(name);
    if (tryWipe()) {
      assertThat(beat("three", LONG_LIFE).dataSet()).isEmpty(); // another one may know it
      Heartbeat knowing = new Heartbeat("two", LONG_LIFE, name, "", Progress.NEVER_BEHIND, 2);
      assertThat(await(origin.beat(knowing)).dataSet()).isEqualTo(name);
      assertThat(beat("three", LONG_LIFE).dataSet()).isEqualTo(name);
    }
  }

  @Test
  @DisplayName("a data set whose name no process knows gets a new one when no lease can be left")
  public void aDataSetIsNamed() {
    beat("one", LONG_LIFE);
    letTimePass(Origin.LEASE_MILLIS + 50);

    String name = beat("one", LONG_LIFE).dataSet();

    assertThat(name).isNotEmpty().hasSizeLessThanOrEqualTo(128);
    assertThat(beat("two", LONG_LIFE).dataSet()).isEqualTo(name);
  }

  @Test
  @DisplayName(
      "the origin is complete when all live processes caught up with its identity and no other lease can be left")
  public void theOriginIsCompleteWhenAllCaughtUp() {
    if (origin.isExclusive()) {
      return; // nobody else ever published
    }
    String identity = beat("one", LONG_LIFE).identity();

    assertThat(complete("one", identity, Progress.NEVER_BEHIND)).isEqualTo(Origin.NEVER_LOST);
    assertThat(complete("two", identity, Progress.BEHIND)).isEqualTo(Origin.INCOMPLETE);
    assertThat(complete("two", identity, Progress.CAUGHT_UP)).isEqualTo(Origin.INCOMPLETE);
    letTimePass(Origin.LEASE_MILLIS + 50);
    assertThat(complete("two", identity, Progress.BEHIND)).isEqualTo(Origin.INCOMPLETE);
    assertThat(complete("one", identity, Progress.NEVER_BEHIND)).isEqualTo(Origin.INCOMPLETE);
    assertThat(complete("two", identity, Progress.CAUGHT_UP)).isZero();
    letTimePass(50);
    assertThat(complete("three", identity, Progress.BEHIND)).isBetween(50L, 60_000L);
    assertThat(complete("three", "another", Progress.CAUGHT_UP)).isEqualTo(Origin.INCOMPLETE);
  }

  private long complete(String incarnation, String identity, Progress progress) {
    return await(origin.beat(new Heartbeat(incarnation, LONG_LIFE, "data", identity, progress, 1)))
        .completeMillis();
  }

  @Test
  @DisplayName("a heartbeat is answered with the highest number before it")
  public void aHeartbeatTellsItsPredecessor() {
    assertThat(List.of(previous(7), previous(5), previous(8), previous(9)))
        .containsExactly(0L, 7L, 7L, 8L);
  }

  private long previous(long number) {
    return await(
            origin.beat(new Heartbeat("two", LONG_LIFE, "data", "", Progress.NEVER_BEHIND, number)))
        .previousNumber();
  }

  private Pulse beat(String incarnation, long timeToLiveMillis) {
    return await(origin.beat(Heartbeat.of(incarnation, timeToLiveMillis)));
  }
}
