// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.fleet;

import io.weir.LimitPolicy;
import io.weir.time.EpochClock;
import io.weir.window.Window;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * A limit that the processes of a test share.
 *
 * @param identifier the identifier that spends
 * @param amount the maximum amount per window
 * @param durationMillis the length of the window
 */
record SharedBudget(String identifier, long amount, long durationMillis) {
  /** Window lengths whose ends rarely coincide, each far longer than any test. */
  private static final List<Long> HOURS = List.of(11L, 17L, 23L);

  /** Creates a budget that no other test uses, in a window that does not end during the test. */
  static SharedBudget of(long amount) {
    long now = EpochClock.system().epochMillis();
    long duration = HOURS.stream()
        .map(TimeUnit.HOURS::toMillis)
        .max(Comparator.comparing(millis -> Window.start(now, millis) + millis))
        .orElseThrow();
    return new SharedBudget(UUID.randomUUID().toString(), amount, duration);
  }

  /** Returns the same counts under a limit that is out of reach: a look at it is refreshed however much was spent. */
  SharedBudget unlimited() {
    return new SharedBudget(identifier, Long.MAX_VALUE / 4, durationMillis);
  }

  LimitPolicy limit() {
    return LimitPolicy.of(amount, Duration.ofMillis(durationMillis));
  }

  static SharedBudget parse(String text) {
    String[] parts = text.split("/", -1);
    return new SharedBudget(parts[0], Long.parseLong(parts[1]), Long.parseLong(parts[2]));
  }

  @Override
  public String toString() {
    return identifier + "/" + amount + "/" + durationMillis;
  }
}
