// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

import io.weir.Decision;
import io.weir.LimitPolicy;
import io.weir.time.ManualClock;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/**
 * A decision and its evaluation have plain fields. Another thread that gets them through a future, as callers of
 * checkAsync do, sees them complete: completing happens before getting.
 */
@JCStressTest
@Outcome(id = "-1, -1", expect = Expect.ACCEPTABLE, desc = "not decided yet")
@Outcome(id = "8, 60000", expect = Expect.ACCEPTABLE, desc = "decided, and complete")
@Outcome(expect = Expect.FORBIDDEN, desc = "a decision without its inputs")
@State
public class DecisionHandOverStress {
  private final Limiter limiter = Engine.builder()
      .clock(new ManualClock(1_000))
      .random(new SplittableRandom(1))
      .build()
      .limiter("w", "n", LimitPolicy.of(10, Duration.ofMinutes(1)));
  private final CompletableFuture<Decision> decision = new CompletableFuture<>();

  @Actor
  public void check() {
    decision.complete(limiter.check("a", 2));
  }

  @Actor
  public void take(JJ_Result seen) {
    Decision taken = decision.isDone() ? decision.join() : null;
    seen.r1 = taken == null ? -1 : taken.remaining();
    seen.r2 = taken == null ? -1 : taken.resetMillis();
  }
}
