// SPDX-License-Identifier: Apache-2.0
package io.weir.client.server;

import io.weir.api.Ratelimit;
import io.weir.api.RatelimitException;
import io.weir.api.RatelimitException.Kind;
import io.weir.api.Result;
import io.weir.client.RatelimitBuilder;
import io.weir.testkit.servers.Eventually;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Concurrent callers that keep spending single units of one identifier, half of them blocking and half with futures.
 */
final class ConcurrentCallers implements AutoCloseable {
  static final long LIMIT = 1_000_000;

  private final Ratelimit limiter;
  private final List<Thread> callers = new ArrayList<>();
  private final AtomicLong calls = new AtomicLong();
  private final AtomicLong admitted = new AtomicLong();
  private final AtomicLong unknownCounts = new AtomicLong();
  private final AtomicLong answered = new AtomicLong();
  private final AtomicLong fallbacks = new AtomicLong();
  private final Map<Kind, Long> failuresByKind = new ConcurrentHashMap<>();
  private volatile boolean stopped;

  ConcurrentCallers(RatelimitBuilder builder, int size) {
    limiter = builder
        .namespace("crowd")
        .limit(LIMIT, "1d")
        .onError((failure, identifier) -> record(failure))
        .fallback(identifier -> {
          // After a time-out it is unknown whether the server counted the check.
          unknownCounts.incrementAndGet();
          fallbacks.incrementAndGet();
          return Result.refuse();
        })
        .build();
    for (int i = 0; i < size; i++) {
      boolean waits = i % 2 == 0;
      Thread caller = new Thread(() -> callAll(waits), "crowd-" + i);
      caller.start();
      callers.add(caller);
    }
  }

  private Result record(RatelimitException failure) {
    if (failure.isCountUnknown()) {
      unknownCounts.incrementAndGet();
    }
    failuresByKind.merge(failure.kind(), 1L, Long::sum);
    return Result.refuse();
  }

  private void callAll(boolean waits) {
    while (!stopped) {
      calls.incrementAndGet();
      Result result = waits ? limiter.limit("all") : limiter.limitAsync("all").join();
      if (result.success()) {
        admitted.incrementAndGet();
      }
      answered.incrementAndGet();
    }
  }

  long admitted() {
    return admitted.get();
  }

  /** Returns the number of units that the server may have counted although no response arrived. */
  long unknownCounts() {
    return unknownCounts.get();
  }

  long failures(Kind kind) {
    return failuresByKind.getOrDefault(kind, 0L);
  }

  long fallbacks() {
    return fallbacks.get();
  }

  void awaitAdmitted(long more) {
    long start = admitted.get();
    Eventually.until(() -> "no more is admitted: " + this, () -> admitted.get() >= start + more);
  }

  void awaitAnswered(long more) {
    long start = answered.get();
    Eventually.until(() -> "calls hang: " + this, () -> answered.get() >= start + more);
  }

  /** Lets the callers finish their current calls, and returns when all of these are answered. */
  void stop() {
    stopped = true;
    for (Thread caller : callers) {
      Eventually.until(
          () -> "it hangs: " + List.of(caller.getStackTrace()), () -> !caller.isAlive());
    }
    if (calls.get() != answered.get()) {
      throw new AssertionError("calls without an answer: " + this);
    }
  }

  @Override
  public String toString() {
    return "calls=" + calls + ", answered=" + answered + ", admitted=" + admitted + ", unknown="
        + unknownCounts + ", kinds=" + failuresByKind + ", fallbacks=" + fallbacks;
  }

  @Override
  public void close() {
    stopped = true;
    limiter.close();
  }
}
