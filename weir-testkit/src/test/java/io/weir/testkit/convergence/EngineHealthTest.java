// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.engine.Engine;
import io.weir.engine.Engine.Health;
import io.weir.ledger.PushPolicy;
import io.weir.testkit.convergence.ScriptedOrigin.CallBehaviour;
import io.weir.testkit.rig.TestProcess;
import org.junit.jupiter.api.Test;

/** Tests of what an engine reports about its stores. */
class EngineHealthTest {
  private static final Health WELL = new Health(true, true, 0);

  private final VirtualRegion virtualRegion = new VirtualRegion();

  @Test
  void anEngineWithoutStoresIsHealthy() {
    TestProcess testProcess = virtualRegion.add(builder -> builder);

    virtualRegion.pass(10);

    assertThat(testProcess.engine().health()).isEqualTo(WELL);
  }

  @Test
  void theOriginIsUnavailableUntilItsNextAnswer() {
    TestProcess testProcess = virtualRegion.peer();
    virtualRegion.pass(10);
    assertThat(testProcess.engine().health()).isEqualTo(WELL);

    virtualRegion.origin.all(CallBehaviour.FAILING);
    virtualRegion.pass(10_000, 10);
    assertThat(testProcess.engine().health()).isEqualTo(new Health(false, true, 0));

    virtualRegion.origin.all(CallBehaviour.ANSWERING);
    virtualRegion.pass(10_000, 10);
    assertThat(testProcess.engine().health()).isEqualTo(WELL);
  }

  @Test
  void theLedgerIsUnavailableUntilEveryCallSucceeds() {
    VirtualRegions virtualRegions = new VirtualRegions(PushPolicy.WEIR);
    TestProcess testProcess = virtualRegions.peer("eu");
    virtualRegions.virtualRegion.pass(10);

    virtualRegions.ledger.failPulls(true);
    virtualRegions.virtualRegion.pass(10_000, 10);
    assertThat(testProcess.engine().health()).isEqualTo(new Health(true, false, 1));

    virtualRegions.ledger.failPulls(false);
    virtualRegions.virtualRegion.pass(60_000, 50);
    assertThat(testProcess.engine().health()).isEqualTo(new Health(true, true, 1));
  }

  @Test
  void aFailedBuildClosesTheStores() {
    VirtualRegions virtualRegions = new VirtualRegions(PushPolicy.WEIR);

    assertThatThrownBy(() -> Engine.builder()
            .origin(virtualRegion.origin)
            .ledger(virtualRegions.ledger)
            .build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("region is required");

    assertThat(virtualRegion.origin.isClosed()).isTrue();
    assertThat(virtualRegions.ledger.isClosed()).isTrue();
  }
}
