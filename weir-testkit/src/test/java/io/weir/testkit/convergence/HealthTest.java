// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.engine.Engine;
import io.weir.engine.Engine.Health;
import io.weir.ledger.PushPolicy;
import io.weir.testkit.convergence.ScriptedOrigin.Mood;
import io.weir.testkit.rig.Peer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What an engine says of its stores to somebody who probes it. */
class HealthTest {
  private static final Health WELL = new Health(true, true, 0);

  private final Rig rig = new Rig();

  @Test
  @DisplayName("an engine without stores lacks none")
  void aloneIsWell() {
    Peer peer = rig.add(builder -> builder);

    rig.pass(10);

    assertThat(peer.engine().health()).isEqualTo(WELL);
  }

  @Test
  @DisplayName("an origin is away from its first failure to its first answer, without any traffic")
  void theOriginGoesAndComesBack() {
    Peer peer = rig.peer();
    rig.pass(10);
    assertThat(peer.engine().health()).isEqualTo(WELL);

    rig.origin.all(Mood.FAILING);
    rig.pass(10_000, 10);
    assertThat(peer.engine().health()).isEqualTo(new Health(false, true, 0));

    rig.origin.all(Mood.ANSWERING);
    rig.pass(10_000, 10);
    assertThat(peer.engine().health()).isEqualTo(WELL);
  }

  @Test
  @DisplayName(
      "a ledger is away from its first failure until no kind of call fails, whatever the origin does")
  void theLedgerGoesAndComesBack() {
    Globe globe = new Globe(PushPolicy.WEIR);
    Peer peer = globe.peer("eu");
    globe.rig.pass(10);

    globe.ledger.failPulls(true);
    globe.rig.pass(10_000, 10);
    assertThat(peer.engine().health()).isEqualTo(new Health(true, false, 1));

    globe.ledger.failPulls(false);
    globe.rig.pass(60_000, 50);
    assertThat(peer.engine().health()).isEqualTo(new Health(true, true, 1));
  }

  @Test
  @DisplayName("an engine that can't be built closes the stores it was given")
  void aFaultClosesTheStores() {
    Globe globe = new Globe(PushPolicy.WEIR);

    assertThatThrownBy(
            () -> Engine.builder().origin(rig.origin).ledger(globe.ledger).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("region is required");

    assertThat(rig.origin.isClosed()).isTrue();
    assertThat(globe.ledger.isClosed()).isTrue();
  }
}
