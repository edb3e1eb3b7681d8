// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.reset;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.LimitPolicy;
import io.weir.engine.Engine;
import io.weir.engine.Limiter;
import io.weir.mysql.local.LocalStore;
import io.weir.reset.Resets;
import io.weir.reset.Resets.ResetPosition;
import io.weir.testkit.contract.ResetsContract;
import io.weir.testkit.servers.Eventually;
import io.weir.time.EpochClock;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract of resets, run on a file. */
class LocalResetsTest extends ResetsContract {
  @TempDir
  private Path folder = Path.of("");

  private LocalStore store;

  @BeforeEach
  void open() {
    store = LocalStore.open(folder);
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Override
  protected Resets resets() {
    return store.resets();
  }

  @Override
  protected long epochMillis() {
    return EpochClock.system().epochMillis();
  }

  @Test
  void resetsSurviveARestart() {
    LimitPolicy limitPolicy = LimitPolicy.of(10, Duration.ofDays(30));
    try (Engine engine = Engine.builder().origin(store).build()) {
      engine.start();
      Limiter limiter = engine.limiter("w", "n", limitPolicy);
      assertThat(limiter.check("ann", 10).allowed()).isTrue();
      Eventually.await(engine.reset("w", "n", "ann"));
      assertThat(limiter.check("ann", 4).allowed()).isTrue();
    }

    store = LocalStore.open(folder);
    assertThat(Eventually.await(resets().since(ResetPosition.START)).resets()).hasSize(1);
    try (Engine engine = Engine.builder().origin(store).build()) {
      engine.start();
      Limiter limiter = engine.limiter("w", "n", limitPolicy);
      assertThat(limiter.check("ann", 7).allowed()).isFalse();
      assertThat(limiter.check("ann", 6).allowed()).isTrue();
    }
  }
}
