// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.contract;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for a store's answer, with a time-out. */
final class StoreResults {

  /** Far longer than a store on the same machine takes, and short enough for a failing build. */
  private static final long TIMEOUT_SECONDS = 10;

  private StoreResults() {}

  static <T> T await(CompletionStage<T> answer) {
    try {
      return answer.toCompletableFuture().get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new AssertionError("the store failed", e.getCause());
    } catch (TimeoutException e) {
      throw new AssertionError("no answer within " + TIMEOUT_SECONDS + " s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting for an answer", e);
    }
  }
}
