// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.simulator.fleet.VirtualNetwork.NetworkConditions;
import io.weir.time.ManualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class VirtualNetworkTest {
  private final ManualClock clock = new ManualClock(0);
  private final VirtualNetwork network = new VirtualNetwork(clock, 1);
  private final List<Integer> arrived = new ArrayList<>();
  private final List<Integer> answered = new ArrayList<>();

  @BeforeEach
  void everyMessageTakesTenMilliseconds() {
    network.conditions(new NetworkConditions(10, 10, 0, 0, 0));
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
  void requestsAndAnswersTakeTheirTime() {
    call("node", 1);

    pass(9);
    assertThat(arrived).isEmpty();
    pass(1);
    assertThat(arrived).containsExactly(1);
    pass(9);
    assertThat(answered).isEmpty();
    pass(1);
    assertThat(answered).containsExactly(1);
    assertThat(network.inTransit()).isZero();
  }

  @Test
  void heldMessagesArriveInOrderOnRelease() {
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
  void messagesAfterTheReleaseComeLast() {
    call("node", 1);
    network.hold("node");
    pass(10);
    pass(10);
    network.release("node");
    network.conditions(new NetworkConditions(0, 0, 0, 0, 0));
    call("node", 2);
    pass(0);

    assertThat(answered).containsExactly(1, 2);
  }

  @Test
  void holdingTwiceKeepsHeldMessages() {
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
  void onlyMessagesFromAnAbandonedNodeArrive() {
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
    assertThat(network.inTransit()).isZero();
  }

  @Test
  void aPartitionStopsMessagesInBothDirections() {
    call("node", 1); // its response is lost in the partition
    pass(10);
    call("node", 2); // lost in the partition
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
  void joiningTwoNodesEndsOnlyTheirPartition() {
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
  void messagesOverACutToAHeldNodeAreLost() {
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
  void lossDuplicatesAndDelaysApplyToLaterMessages() {
    network.conditions(new NetworkConditions(0, 0, 1, 0, 0));
    call("node", 1);
    network.conditions(new NetworkConditions(0, 0, 0, 1, 0));
    call("node", 2);
    network.conditions(new NetworkConditions(0, 0, 0, 0, 1));
    call("node", 3);
    pass(0);
    pass(0);

    assertThat(arrived).containsExactly(2, 3, 3);
    assertThat(answered).containsExactly(3);
    assertThatThrownBy(() -> new NetworkConditions(3, 2, 0, 0, 0))
        .hasMessage("delays must be 0 or more and in order, but were 3 to 2");
  }
}
