// SPDX-License-Identifier: Apache-2.0
package io.weir.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.Limit;
import io.weir.api.Overrides;
import io.weir.api.RatelimitException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OverrideBoundsTest {
  private static final Limit ONE = Limit.of(1, "60s");

  private final EmbeddedRatelimit limiter =
      EmbeddedRatelimit.builder().namespace("api").limit(ONE).build();
  private final Overrides overrides = limiter.overrides();

  @AfterEach
  void close() {
    limiter.close();
  }

  private void assertRejected(String identifier) {
    assertThatThrownBy(() -> overrides.set(identifier, ONE))
        .isInstanceOfSatisfying(
            RatelimitException.class,
            e -> assertThat(e.kind()).isEqualTo(RatelimitException.Kind.REJECTED))
        .hasMessageContainingAll("100000", "1000");
    assertThat(overrides.setAsync(identifier, ONE)).isCompletedExceptionally();
    assertThat(overrides.get(identifier)).isEmpty();
  }

  @Test
  void aNamespaceHasAtMost1000Patterns() {
    for (int i = 0; i < 1_000; i++) {
      overrides.set(i + "_*", ONE);
    }

    assertRejected("x_*");

    overrides.set("x", ONE);
    overrides.set("0_*", Limit.of(2, "60s"));
    assertThat(limiter.limit("0_1", 0).limit()).isEqualTo(2);
    assertThat(overrides.delete("1_*")).isTrue();
    overrides.set("x_*", ONE);
  }

  @Test
  void aNamespaceHasAtMost100000Overrides() {
    for (int i = 0; i < 100_000; i++) {
      overrides.set("user_" + i, ONE);
    }

    assertRejected("nobody");

    limiter.in("other", ONE).overrides().set("nobody", ONE);
    assertThat(overrides.list()).hasSize(100_000);
  }
}
