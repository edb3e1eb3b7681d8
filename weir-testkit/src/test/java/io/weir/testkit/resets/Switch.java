// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.resets;

import io.weir.reset.Resets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Takes stores away and brings them back. */
final class Switch {
  private boolean away;

  void away(boolean isAway) {
    away = isAway;
  }

  <T> CompletionStage<T> unlessAway(Supplier<CompletionStage<T>> call) {
    return away
        ? CompletableFuture.failedFuture(new IllegalStateException("told to fail"))
        : call.get();
  }

  /** These, behind this switch. */
  Resets over(Resets resets) {
    return new Resets() {
      @Override
      public CompletionStage<Long> raise(Identity identity, long least) {
        return unlessAway(() -> resets.raise(identity, least));
      }

      @Override
      public CompletionStage<Void> keep(List<Reset> some) {
        return unlessAway(() -> resets.keep(some));
      }

      @Override
      public CompletionStage<Page> since(Position position) {
        return unlessAway(() -> resets.since(position));
      }
    };
  }
}
