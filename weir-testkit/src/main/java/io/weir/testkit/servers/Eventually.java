// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers;

import io.weir.testkit.servers.local.BoundedWait;
import io.weir.time.NanoClock;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for what happens outside of a test, and never for ever. */
public final class Eventually {
  /** Ten times what anything here takes: a test that fails for want of time is worse than a slow failure. */
  private static final Duration TIMEOUT = Duration.ofSeconds(40);

  private Eventually() {}

  /** Returns when it is true. */
  public static void until(Supplier<String> what, BooleanSupplier condition) {
    if (!BoundedWait.until(TIMEOUT, condition)) {
      throw new AssertionError("not within " + TIMEOUT + ": " + what.get());
    }
  }

  /** Returns when it is true. */
  public static void until(String what, BooleanSupplier condition) {
    until(() -> what, condition);
  }

  /** For faults that have to last: lets at least this much time pass. */
  public static void waitMillis(long millis) {
    long start = NanoClock.system().nanoTime();
    long nanos = TimeUnit.MILLISECONDS.toNanos(millis);
    for (long left = nanos; left > 0; left = nanos - (NanoClock.system().nanoTime() - start)) {
      LockSupport.parkNanos(left);
    }
  }

  /** The answer. */
  public static <T> T await(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new AssertionError("failed", e.getCause());
    } catch (TimeoutException | InterruptedException e) {
      throw new AssertionError("no answer within " + TIMEOUT, e);
    }
  }

  /** Why there is no answer. */
  public static Throwable failure(CompletionStage<?> stage) {
    try {
      Object answer = stage.toCompletableFuture().get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
      throw new AssertionError("expected a failure, but was answered " + answer);
    } catch (ExecutionException e) {
      return Objects.requireNonNull(e.getCause());
    } catch (TimeoutException | InterruptedException e) {
      throw new AssertionError("no failure within " + TIMEOUT, e);
    }
  }
}
