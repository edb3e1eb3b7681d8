// SPDX-License-Identifier: Apache-2.0
package io.weir.sql.call;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FairQueueTest {
  private final FairQueue<String> queue = new FairQueue<>(5, 9);

  @Test
  void ownersTakeTurns() {
    for (int i = 0; i < 4; i++) {
      queue.tryAdd("many", "many" + i);
    }
    queue.tryAdd("one", "one0");
    queue.tryAdd("two", "two0");
    queue.tryAdd("two", "two1");

    assertThat(queue.poll(100))
        .containsExactly("many0", "one0", "two0", "many1", "two1", "many2", "many3");
    assertThat(queue.poll()).isNull();
    assertThat(queue.size()).isZero();
  }

  @Test
  void theQueueIsBoundedPerOwnerAndInTotal() {
    for (int i = 0; i < 5; i++) {
      assertThat(queue.tryAdd("many", "x")).isTrue();
    }
    assertThat(queue.tryAdd("many", "x")).isFalse();
    for (int i = 0; i < 4; i++) {
      assertThat(queue.tryAdd("other" + i, "x")).isTrue();
    }
    assertThat(queue.tryAdd("late", "x")).isFalse();

    queue.poll();
    assertThat(queue.tryAdd("late", "x")).isTrue();
  }
}
