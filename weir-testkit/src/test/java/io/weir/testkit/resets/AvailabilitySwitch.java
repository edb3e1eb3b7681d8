// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.resets;

import io.weir.reset.Resets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Makes stores unavailable and available again. */
final class AvailabilitySwitch {
  private boolean unavailable;

  void unavailable(boolean isAway) {
    unavailable = isAway;
  }

  <T> CompletionStage<T> ifAvailable(Supplier<CompletionStage<T>> call) {
    return unavailable
        ? CompletableFuture.failedFuture(new IllegalStateException("scripted failure"))
        : call.get();
  }

  /** Wraps a store of resets, whose availability this switch controls. */
  Resets over(Resets resets) {
    return new Resets() {
      @Override
      public CompletionStage<Long> raise(ResetTarget resetTarget, long minEpoch) {
        return ifAvailable(() -> resets.raise(resetTarget, minEpoch));
      }

      @Override
      public CompletionStage<Void> store(List<Reset> some) {
        return ifAvailable(() -> resets.store(some));
      }

      @Override
      public CompletionStage<ResetPage> since(ResetPosition resetPosition) {
        return ifAvailable(() -> resets.since(resetPosition));
      }
    };
  }
}
