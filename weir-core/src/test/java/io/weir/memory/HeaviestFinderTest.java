// SPDX-License-Identifier: Apache-2.0
package io.weir.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that taking from the heaviest never takes from a user below an equal share. */
class HeaviestFinderTest {
  private static final double ROOM = 1_000_000;

  private static final class User {
    private double used;

    private User(double used) {
      this.used = used;
    }
  }

  private final List<User> users = new ArrayList<>();

  /** The number of full passes. */
  private int looks;

  private final HeaviestFinder<User> heaviestFinder = new HeaviestFinder<>(
      () -> {
        looks++;
        return users;
      },
      user -> user.used / ROOM);

  @Test
  void findsNoneIfNothingIsUsed() {
    assertThat(heaviestFinder.find(null)).isNull();
    User idle = new User(0);
    users.add(idle);
    assertThat(heaviestFinder.find(null)).isNull();
    assertThat(heaviestFinder.find(idle)).isNull();
  }

  @Test
  void findsThePreferredOneOfTwoEqualOnes() {
    User one = new User(500_000);
    User other = new User(500_000);
    users.addAll(List.of(one, other));

    assertThat(heaviestFinder.find(one)).isSameAs(one);
    assertThat(heaviestFinder.find(other)).isSameAs(other);
    other.used -= 1;
    assertThat(heaviestFinder.find(other)).isSameAs(one);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 16, 17, 100, 2_000})
  void usersBelowAnEqualShareLoseNothingToAFlood(int many) {
    SplittableRandom random = new SplittableRandom(many);
    for (int i = 0; i < many; i++) {
      users.add(new User(ROOM / many * random.nextDouble(0.2, 0.9)));
    }
    List<Double> before = users.stream().map(user -> user.used).toList();
    User flood = new User(0);
    users.add(flood);
    double total = before.stream().mapToDouble(Double::doubleValue).sum();

    for (int i = 0; i < 20_000; i++) {
      flood.used += 100;
      total += 100;
      while (total > ROOM) {
        User victim = heaviestFinder.find(flood);
        assertThat(victim).isNotNull();
        victim.used -= 100;
        total -= 100;
      }
    }

    double share = ROOM / users.size();
    for (int i = 0; i < many; i++) {
      double kept = Math.min(before.get(i), share * 15 / 16 - 100);
      assertThat(users.get(i).used).as("of %s", before.get(i)).isGreaterThanOrEqualTo(kept);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 0.5, 0.1})
  void notAllAreExaminedEachTimeEvenIfAllAreEqual(double usedPart) {
    for (int i = 0; i < 1_000; i++) {
      users.add(new User(usedPart * ROOM / 1_000));
    }

    for (int i = 0; i < 10_000; i++) {
      User victim = heaviestFinder.find(null);
      assertThat(victim).isNotNull();
      victim.used -= 10 * usedPart;
      users.get(i % 1_000).used += 10 * usedPart;
    }

    assertThat(looks).isLessThan(1_000);
  }
}
