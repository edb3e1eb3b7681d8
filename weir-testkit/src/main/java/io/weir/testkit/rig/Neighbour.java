// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.rig;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Limit;
import io.weir.engine.Engine;
import io.weir.engine.Limiter;

/**
 * Workspace "w" beside one that floods: some of its identifiers spend a single unit each, and so matter least of all. A flood
 * by another workspace must leave every one of them alone.
 */
public final class Neighbour {
  private final Limiter limiter;
  private final int identifiers;

  private Neighbour(Limiter limiter, int identifiers) {
    this.limiter = limiter;
    this.identifiers = identifiers;
  }

  /** Spends one unit with each of so many identifiers. */
  public static Neighbour spend(Engine engine, Limit limit, int identifiers) {
    Neighbour neighbour = new Neighbour(engine.limiter("w", "n", limit), identifiers);
    for (int i = 0; i < identifiers; i++) {
      assertThat(neighbour.limiter.check(identifier(i)).allowed()).isTrue();
    }
    return neighbour;
  }

  /** The name of one of them, in workspace "w" and namespace "n". */
  public static String identifier(int i) {
    return "neighbour-" + i;
  }

  /** None of them was ever evicted: one that came back would find its unit as somebody else's, or not at all. */
  public void assertUntouched() {
    for (int i = 0; i < identifiers; i++) {
      assertThat(limiter.look(identifier(i)).explain().current().own())
          .as(identifier(i))
          .isEqualTo(1);
    }
  }
}
