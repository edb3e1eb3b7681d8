// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.rig;

import io.weir.Decision;
import io.weir.Explanation;
import io.weir.LimitPolicy;
import io.weir.engine.Engine;
import io.weir.engine.Limiter;
import java.util.concurrent.CompletableFuture;

/**
 * A process under test. Its checks use one workspace, by default "w", and namespace "n".
 *
 * @param engine its engine
 * @param observer the engine's observer
 * @param workspace the workspace of its checks
 */
public record TestProcess(Engine engine, CountingObserver observer, String workspace) {

  /** Returns the same process with checks in another workspace. */
  public TestProcess in(String other) {
    return new TestProcess(engine, observer, other);
  }

  /** Returns a limiter for this limit. */
  public Limiter limiter(LimitPolicy limitPolicy) {
    return engine.limiter(workspace, "n", limitPolicy);
  }

  /** Starts a check that may wait for the origin. */
  public CompletableFuture<Decision> checkAsync(
      LimitPolicy limitPolicy, String identifier, long cost) {
    return limiter(limitPolicy).checkAsync(identifier, cost);
  }

  /** Runs a check that must be answered immediately. */
  public Decision check(LimitPolicy limitPolicy, String identifier, long cost) {
    CompletableFuture<Decision> decision = checkAsync(limitPolicy, identifier, cost);
    if (!decision.isDone()) {
      throw new AssertionError("the check of " + identifier + " is still waiting");
    }
    return decision.join();
  }

  /** Runs a check of cost 1 that must be answered immediately. */
  public Decision check(LimitPolicy limitPolicy, String identifier) {
    return check(limitPolicy, identifier, 1);
  }

  /** Returns how many of this many checks of cost 1 are allowed. */
  public int admit(LimitPolicy limitPolicy, String identifier, int checks) {
    int allowed = 0;
    for (int i = 0; i < checks; i++) {
      allowed += check(limitPolicy, identifier).allowed() ? 1 : 0;
    }
    return allowed;
  }

  /** Returns what this process knows of the current window, without any call. */
  public Explanation.CountsByOrigin sees(LimitPolicy limitPolicy, String identifier) {
    return checkAsync(limitPolicy, identifier, 0).join().explain().current();
  }

  /** Steps the agents until there is nothing left to do at this instant. */
  public void settle() {
    for (int step = 0; engine.work() > 0; step++) {
      if (step > 10_000) {
        throw new AssertionError("the agents never become idle");
      }
    }
  }
}
