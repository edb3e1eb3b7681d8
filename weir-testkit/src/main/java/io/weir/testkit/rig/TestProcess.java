// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.rig;

import io.weir.Decision;
import io.weir.Explanation;
import io.weir.LimitPolicy;
import io.weir.engine.Engine;
import io.weir.engine.Limiter;
import java.util.concurrent.CompletableFuture;

/**
 * One process under test: asks under one workspace, "w" unless told otherwise, and namespace "n".
 *
 * @param engine what decides there
 * @param observer what it told
 * @param workspace whose limits it asks for
 */
public record TestProcess(Engine engine, CountingObserver observer, String workspace) {

  /** The same process, which asks under another workspace. */
  public TestProcess in(String other) {
    return new TestProcess(engine, observer, other);
  }

  /** Answers checks under this limit. */
  public Limiter limiter(LimitPolicy limitPolicy) {
    return engine.limiter(workspace, "n", limitPolicy);
  }

  /** A check that may still wait for the origin. */
  public CompletableFuture<Decision> checkAsync(
      LimitPolicy limitPolicy, String identifier, long cost) {
    return limiter(limitPolicy).checkAsync(identifier, cost);
  }

  /** A check that must be answered at once. */
  public Decision check(LimitPolicy limitPolicy, String identifier, long cost) {
    CompletableFuture<Decision> decision = checkAsync(limitPolicy, identifier, cost);
    if (!decision.isDone()) {
      throw new AssertionError("the check of " + identifier + " is still waiting");
    }
    return decision.join();
  }

  /** A check of cost 1 that must be answered at once. */
  public Decision check(LimitPolicy limitPolicy, String identifier) {
    return check(limitPolicy, identifier, 1);
  }

  /** How many of this many checks of cost 1 are allowed. */
  public int admit(LimitPolicy limitPolicy, String identifier, int checks) {
    int allowed = 0;
    for (int i = 0; i < checks; i++) {
      allowed += check(limitPolicy, identifier).allowed() ? 1 : 0;
    }
    return allowed;
  }

  /** What this process knows of the current window, without asking anybody. */
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
