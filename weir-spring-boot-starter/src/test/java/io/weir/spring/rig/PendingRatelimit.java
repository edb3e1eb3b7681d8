// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.rig;

import io.weir.api.BatchResult;
import io.weir.api.Check;
import io.weir.api.Limit;
import io.weir.api.Overrides;
import io.weir.api.Ratelimit;
import io.weir.api.Result;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A limiter that answers when the test completes it, and fails if a caller would block. */
public final class PendingRatelimit implements Ratelimit {
  private final CompletableFuture<Result> answer = new CompletableFuture<>();

  public void answer(Result result) {
    answer.complete(result);
  }

  public void fail(RuntimeException failure) {
    answer.completeExceptionally(failure);
  }

  @Override
  public CompletableFuture<Result> limitAsync(Check check) {
    return answer;
  }

  @Override
  public Result limit(Check check) {
    throw new AssertionError("a caller blocks for " + check);
  }

  @Override
  public BatchResult limitAll(List<Check> checks) {
    throw new AssertionError("a caller blocks for " + checks);
  }

  @Override
  public CompletableFuture<BatchResult> limitAllAsync(List<Check> checks) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Overrides overrides() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Ratelimit in(String namespace, Limit limit) {
    return this;
  }

  @Override
  public void close() {}
}
