// SPDX-License-Identifier: Apache-2.0
package io.weir.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests items of several workspaces in one area. */
class FairCapacityTest {
  private static final class Thing implements FairCapacity.SharedItem {
    private final String workspace;
    private final long weight;

    private Thing(String workspace, long weight) {
      this.workspace = workspace;
      this.weight = weight;
    }

    @Override
    public String workspace() {
      return workspace;
    }

    @Override
    public long weight() {
      return weight;
    }
  }

  private final FairCapacity<Thing> room = new FairCapacity<>(100);

  @Test
  void addedAndRemovedItemsAreCountedOnce() {
    Thing thing = new Thing("a", 30);

    assertThat(room.add(thing)).isTrue();
    assertThat(room.add(thing)).isFalse();
    assertThat(room.bytes()).isEqualTo(30);
    assertThat(room.count("a")).isEqualTo(1);
    assertThat(room.fits(70)).isTrue();
    assertThat(room.fits(71)).isFalse();

    assertThat(room.remove(thing)).isTrue();
    assertThat(room.remove(thing)).isFalse();
    assertThat(room.bytes()).isZero();
    assertThat(room.count("a")).isZero();
    assertThat(room.oldestOfHeaviest()).isNull();
  }

  @Test
  void aWorkspaceWithALargePartOrAnEqualShareIsHeavy() {
    room.add(new Thing("most", 60));
    room.add(new Thing("some", 30));
    room.add(new Thing("little", 5));

    assertThat(room.isHeavy("most", 2)).isTrue();
    assertThat(room.isHeavy("some", 2)).as("95 / 3 is more").isFalse();
    assertThat(room.isHeavy("some", 4)).as("95 / 4 is less").isTrue();
    assertThat(room.isHeavy("little", 16)).isFalse();
    assertThat(room.isHeavy("nobody", 16)).isFalse();
  }

  @Test
  void theOldestItemOfTheHeaviestIsFound() {
    Thing first = new Thing("b", 30);
    Thing second = new Thing("b", 30);
    room.add(new Thing("a", 35));
    room.add(first);
    room.add(second);

    assertThat(room.oldestOfHeaviest()).isSameAs(first);
    room.remove(first);
    assertThat(room.oldestOfHeaviest()).isNotNull().extracting(Thing::workspace).isEqualTo("a");
  }

  @Test
  void aWorkspaceWithLessThanAnotherMayAddMore() {
    room.add(new Thing("a", 20));
    room.add(new Thing("b", 80));

    assertThat(room.isWithinShare("a", 60, 1)).isTrue();
    assertThat(room.isWithinShare("a", 61, 1)).isFalse();
    assertThat(room.isWithinShare("a", 20, 2)).isTrue();
    assertThat(room.isWithinShare("a", 21, 2)).isFalse();
    assertThat(room.isWithinShare("b", 1, 1)).isFalse();
    assertThat(room.isWithinShare("new", 80, 1)).isTrue();
  }
}
