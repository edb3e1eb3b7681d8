// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

import io.weir.Decision;
import io.weir.Explanation;
import io.weir.LimitPolicy;
import io.weir.WhenDegraded;
import io.weir.cell.LimiterModel;
import io.weir.cell.LincheckOptions;
import io.weir.cell.ModelVerifier;
import io.weir.cell.Scenario;
import io.weir.time.ManualClock;
import java.util.List;
import java.util.SplittableRandom;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests batches and single checks of a whole engine, step by step: allows fit, refusals follow, nothing stays held.
 */
@Param(name = "subject", gen = IntGen.class, conf = "0:1")
@Param(name = "cost", gen = IntGen.class, conf = "0:3")
@Tag("stress")
public class BatchLinearizabilityTest {
  private static final String[] NAMES = {"0", "1"};

  private final Engine engine = Engine.builder()
      .clock(new ManualClock(LimiterModel.instant(0)))
      .random(new SplittableRandom(1))
      .build();
  private final Limiter limiter = engine.limiter(
      "w", "n", new LimitPolicy(LimiterModel.LIMIT, LimiterModel.DURATION, WhenDegraded.LOCAL));

  @Operation
  public boolean admit(@Param(name = "subject") int subject, @Param(name = "cost") int cost) {
    return limiter.check(NAMES[subject], cost).allowed();
  }

  @Operation
  public boolean batch(@Param(name = "cost") int first, @Param(name = "cost") int second) {
    return engine
        .check(List.of(limiter.of(NAMES[0], first), limiter.of(NAMES[1], second)))
        .allowed();
  }

  @Validate
  public void nothingStaysHeldOrAboveTheLimit() {
    for (String name : NAMES) {
      Decision look = limiter.look(name);
      Explanation.CountsByOrigin countsByOrigin = look.explain().current();
      if (countsByOrigin.speculative() != 0 || countsByOrigin.own() > LimiterModel.LIMIT) {
        throw new IllegalStateException("left with " + countsByOrigin);
      }
    }
  }

  @Test
  void allowsFitAndRefusalsFollow() {
    LincheckOptions.forEngine()
        .addCustomScenario(
            scenario() // two batches that do not both fit, and a check between them
                .thread()
                .then("batch", 2, 2)
                .thread()
                .then("batch", 2, 2)
                .then("admit", 1, 1)
                .build())
        .addCustomScenario(
            scenario() // a look in a batch, concurrent with an admission
                .thread()
                .then("batch", 0, 1)
                .thread()
                .then("admit", 0, 2)
                .then("admit", 0, 2)
                .build())
        .sequentialSpecification(LimiterModel.class)
        .verifier(ModelVerifier.class)
        .check(BatchLinearizabilityTest.class);
  }

  private static Scenario scenario() {
    return new Scenario(BatchLinearizabilityTest.class);
  }
}
