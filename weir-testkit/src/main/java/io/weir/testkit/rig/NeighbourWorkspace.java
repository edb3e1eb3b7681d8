// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.rig;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.LimitPolicy;
import io.weir.engine.Engine;
import io.weir.engine.Limiter;

/**
 * Workspace "w" beside another one that is flooded: some of its identifiers spend a single unit each, and so have the
 * lowest usage. A flood in another workspace must not evict any of them.
 */
public final class NeighbourWorkspace {
  private final Limiter limiter;
  private final int identifiers;

  private NeighbourWorkspace(Limiter limiter, int identifiers) {
    this.limiter = limiter;
    this.identifiers = identifiers;
  }

  /** Spends one unit with each of this many identifiers. */
  public static NeighbourWorkspace spend(Engine engine, LimitPolicy limitPolicy, int identifiers) {
    NeighbourWorkspace neighbourWorkspace =
        new NeighbourWorkspace(engine.limiter("w", "n", limitPolicy), identifiers);
    for (int i = 0; i < identifiers; i++) {
      assertThat(neighbourWorkspace.limiter.check(identifier(i)).allowed()).isTrue();
    }
    return neighbourWorkspace;
  }

  /** Returns the name of one of them, in workspace "w" and namespace "n". */
  public static String identifier(int i) {
    return "neighbour-" + i;
  }

  /**
   * Asserts that none of them was ever evicted: one that returned would find its unit as another process's, or not at
   * all.
   */
  public void assertUntouched() {
    for (int i = 0; i < identifiers; i++) {
      assertThat(limiter.look(identifier(i)).explain().current().own())
          .as(identifier(i))
          .isEqualTo(1);
    }
  }
}
