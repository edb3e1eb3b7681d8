// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.world.edges;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Explanation.Counts;
import io.weir.Limit;
import io.weir.engine.EngineBuilder;
import io.weir.ledger.LedgerOptions;
import io.weir.ledger.PushPolicy;
import io.weir.mysql.MysqlLedger;
import io.weir.origin.InMemoryOrigin;
import io.weir.testkit.rig.Peer;
import io.weir.testkit.rig.Peers;
import io.weir.testkit.servers.Eventually;
import io.weir.time.EpochClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The same over a database in a file. It can't be told the time, so engines stand at the beginning of the real window, and
 * it answers on threads of its own, so tests step them until they have heard.
 */
class EmbeddedTest {
  private static final Limit TEN = Limit.of(10, Duration.ofMinutes(10));
  private static final Limit BRIEF = Limit.of(10, Duration.ofSeconds(30));

  @TempDir
  private Path folder = Path.of("");

  private final Peers peers =
      new Peers(EpochClock.system().epochMillis() / TEN.durationMillis() * TEN.durationMillis(), 0);

  /** Moves time on until it is true: agents act by the test's clock, answers come by the machine's. */
  private void passUntil(String what, BooleanSupplier condition) {
    Eventually.until(what, () -> {
      peers.pass(10, 10);
      return condition.getAsBoolean();
    });
  }

  private Peer alone() {
    return peers.add(builder -> builder
        .ledger(MysqlLedger.embedded(folder.resolve("ledger")))
        .region("here")
        .closeMillis(5_000));
  }

  @Test
  @DisplayName(
      "what a process without an origin admitted is known after it was closed and opened again, save of short windows")
  void countsSurviveAReopenedFile() {
    Peer before = alone();
    before.admit(TEN, "x", 6);
    before.admit(BRIEF, "x", 6);
    before.settle();
    peers.kill(before);
    before.engine().close();
    Peer after = alone();
    passUntil("the file was read", () -> after.sees(TEN, "x").siblings() > 0);

    assertThat(after.sees(TEN, "x")).isEqualTo(new Counts(0, 6, 0, 0));
    assertThat(after.sees(BRIEF, "x")).isEqualTo(new Counts(0, 0, 0, 0));
    assertThat(after.admit(TEN, "x", 10)).isEqualTo(4);
    peers.kill(after);
    after.engine().close();
    Peer last = alone();
    passUntil("the file was read again", () -> last.sees(TEN, "x").siblings() > 0);
    assertThat(last.sees(TEN, "x").siblings()).isEqualTo(10);
    last.engine().close();
  }

  private Peer region(String name, PushPolicy policy) {
    UnaryOperator<EngineBuilder> with = builder -> builder
        .origin(new InMemoryOrigin(peers.clock()))
        .ledger(MysqlLedger.open("jdbc:h2:mem:" + folder.getFileName() + ";DB_CLOSE_DELAY=5"))
        .ledgerOptions(LedgerOptions.defaults().withPolicy(policy).withMinimumRegions(2))
        .region(name);
    return peers.add(with);
  }

  @Test
  @DisplayName("regions in one process share a limit through it")
  void regionsShareALimit() {
    Peer a = region("a", PushPolicy.UPSTREAM);
    Peer b = region("b", PushPolicy.UPSTREAM);
    a.admit(TEN, "x", 6);
    passUntil("b heard of a", () -> b.sees(TEN, "x").foreign() > 0);

    assertThat(b.admit(TEN, "x", 10)).isEqualTo(4);
    passUntil("a heard of b", () -> a.sees(TEN, "x").foreign() > 0);
    assertThat(a.sees(TEN, "x")).isEqualTo(new Counts(6, 0, 4, 0));
    a.engine().close();
    b.engine().close();
  }

  @Test
  @DisplayName("a refused request leaves no trace in it")
  void anOversizedRequestHarmsNobody() {
    Peer a = region("a", PushPolicy.WEIR);
    Peer b = region("b", PushPolicy.WEIR);
    assertThat(a.check(TEN, "x", 11).allowed()).isFalse();
    a.admit(TEN, "marker", 6);
    passUntil("b heard of a", () -> b.sees(TEN, "marker").foreign() == 6);

    assertThat(b.sees(TEN, "x").foreign()).isZero();
    assertThat(b.admit(TEN, "x", 20)).isEqualTo(10);
    a.engine().close();
    b.engine().close();
  }
}
