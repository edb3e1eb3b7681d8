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

/** Waits for conditions outside of a test, with a time-out. */
public final class Eventually {
  /** Ten times what anything here takes: a test that times out on a slow machine is worse than a slow failure. */
  private static final Duration TIMEOUT = Duration.ofSeconds(40);

  private Eventually() {}

  /** Returns when the condition is true. */
  public static void until(Supplier<String> what, BooleanSupplier condition) {
    if (!BoundedWait.until(TIMEOUT, condition)) {
      throw new AssertionError("not within " + TIMEOUT + ": " + what.get());
    }
  }

  /** Returns when the condition is true. */
  public static void until(String what, BooleanSupplier condition) {
    until(() -> what, condition);
  }

  /** Waits at least this long, for faults that have to last for a while. */
  public static void waitMillis(long millis) {
    long start = NanoClock.system().nanoTime();
    long nanos = TimeUnit.MILLISECONDS.toNanos(millis);
    for (long left = nanos; left > 0; left = nanos - (NanoClock.system().nanoTime() - start)) {
      LockSupport.parkNanos(left);
    }
  }

  /** Returns the answer. */
  public static <T> T await(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new AssertionError("failed", e.getCause());
    } catch (TimeoutException | InterruptedException e) {
      throw new AssertionError("no answer within " + TIMEOUT, e);
    }
  }

  /** Returns the failure. */
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
