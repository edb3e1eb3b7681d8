// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.planet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.simulator.planet.VirtualNetwork.Weather;
import io.weir.time.ManualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class VirtualNetworkTest {
  private final ManualClock clock = new ManualClock(0);
  private final VirtualNetwork network = new VirtualNetwork(clock, 1);
  private final List<Integer> arrived = new ArrayList<>();
  private final List<Integer> answered = new ArrayList<>();

  @BeforeEach
  void everyMessageTakesTenMilliseconds() {
    network.weather(new Weather(10, 10, 0, 0, 0));
  }

  private void call(String from, int number) {
    CompletableFuture<Void> unused = network
        .call(from, "store", () -> {
          arrived.add(number);
          return CompletableFuture.completedFuture(number);
        })
        .thenAccept(answered::add)
        .toCompletableFuture();
  }

  private void pass(long millis) {
    clock.advanceMillis(millis);
    network.deliver();
  }

  @Test
  @DisplayName("a request takes its time, and so does the answer")
  void thereAndBack() {
    call("node", 1);

    pass(9);
    assertThat(arrived).isEmpty();
    pass(1);
    assertThat(arrived).containsExactly(1);
    pass(9);
    assertThat(answered).isEmpty();
    pass(1);
    assertThat(answered).containsExactly(1);
    assertThat(network.underway()).isZero();
  }

  @Test
  @DisplayName("who is held hears nothing, and everything in order of arrival once it is released")
  void holdAndRelease() {
    call("node", 1);
    call("other", 2);
    pass(10);
    call("node", 3);
    network.hold("node");

    pass(10);
    pass(10);

    assertThat(arrived).as("what it sent arrives").containsExactly(1, 2, 3);
    assertThat(answered).as("the others go on").containsExactly(2);

    network.release("node");
    assertThat(answered).as("not before the next delivery").containsExactly(2);
    pass(0);

    assertThat(answered).containsExactly(2, 1, 3);
  }

  @Test
  @DisplayName("what is sent after the release comes after what was kept")
  void newMessagesComeLast() {
    call("node", 1);
    network.hold("node");
    pass(10);
    pass(10);
    network.release("node");
    network.weather(new Weather(0, 0, 0, 0, 0));
    call("node", 2);
    pass(0);

    assertThat(answered).containsExactly(1, 2);
  }

  @Test
  @DisplayName(
      "holding twice keeps what was kept, and releasing somebody who was not held changes nothing")
  void holdTwice() {
    network.release("node");
    call("node", 1);
    network.hold("node");
    pass(10);
    pass(10);
    network.hold("node");
    network.release("node");
    pass(0);

    assertThat(answered).containsExactly(1);
  }

  @Test
  @DisplayName(
      "what the abandoned have sent arrives, but nothing reaches them, not even what was kept for them")
  void abandon() {
    call("node", 1);
    pass(10);
    network.hold("node");
    pass(10);
    call("node", 2);
    network.abandon("node");
    network.release("node");

    pass(10);
    pass(10);

    assertThat(arrived).containsExactly(1, 2);
    assertThat(answered).isEmpty();
    assertThat(network.underway()).isZero();
  }

  @Test
  @DisplayName(
      "a cut lets nothing pass in either direction, not even what is on its way, until the two are joined")
  void partitionAndJoin() {
    call("node", 1); // its answer will be cut off
    pass(10);
    call("node", 2); // cut off itself
    call("other", 3);
    network.partition("node", "store");
    pass(10);
    pass(10);
    assertThat(arrived).containsExactly(1, 3);
    assertThat(answered).containsExactly(3);

    network.join("store", "node");
    call("node", 4);
    pass(10);
    pass(10);

    assertThat(arrived).containsExactly(1, 3, 4);
    assertThat(answered).containsExactly(3, 4);
  }

  @Test
  @DisplayName("joining two ends only their own partition; healing ends all")
  void joinIsForTwo() {
    network.partition("node", "store");
    network.partition("other", "store");
    network.join("node", "store");
    call("node", 1);
    call("other", 2);
    pass(10);
    assertThat(arrived).containsExactly(1);

    network.heal();
    call("other", 3);
    pass(10);

    assertThat(arrived).containsExactly(1, 3);
  }

  @Test
  @DisplayName(
      "what comes to a held place over a cut way is lost, and not kept until the cut is over")
  void cutWhileHeld() {
    call("node", 1);
    pass(10);
    network.hold("node");
    network.partition("node", "store");
    pass(10);
    network.join("node", "store");
    network.release("node");
    pass(0);

    assertThat(answered).isEmpty();
  }

  @Test
  @DisplayName("weather changes what is sent from now on: loss, duplicates and delays")
  void weather() {
    network.weather(new Weather(0, 0, 1, 0, 0));
    call("node", 1);
    network.weather(new Weather(0, 0, 0, 1, 0));
    call("node", 2);
    network.weather(new Weather(0, 0, 0, 0, 1));
    call("node", 3);
    pass(0);
    pass(0);

    assertThat(arrived).containsExactly(2, 3, 3);
    assertThat(answered).containsExactly(3);
    assertThatThrownBy(() -> new Weather(3, 2, 0, 0, 0))
        .hasMessage("delays must be 0 or more and in order, but were 3 to 2");
  }
}
