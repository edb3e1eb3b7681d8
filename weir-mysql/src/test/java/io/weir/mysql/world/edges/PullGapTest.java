// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.world.edges;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Event;
import io.weir.Explanation.CountsByOrigin;
import io.weir.LimitPolicy;
import io.weir.ledger.Ledger.Component;
import io.weir.ledger.PushPolicy;
import io.weir.mysql.sql.PushStatements;
import io.weir.mysql.world.DatabaseRegions;
import io.weir.sql.dialect.Dialect;
import io.weir.testkit.rig.NeighbourWorkspace;
import io.weir.testkit.rig.TestProcess;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests what could be missed between a push and a pull, and is not. */
@Tag("integration")
class PullGapTest {
  private static final LimitPolicy TEN = LimitPolicy.of(10, Duration.ofMinutes(10));
  private static final LimitPolicy HUNDRED = LimitPolicy.of(100, Duration.ofMinutes(10));

  private final DatabaseRegions databaseRegions = DatabaseRegions.under(PushPolicy.WEIR);

  @AfterEach
  void leave() {
    databaseRegions.close();
  }

  /** Makes a push of an absent region that is not committed yet. */
  private Connection uncommitted(String identifier) throws SQLException {
    Connection connection = databaseRegions.source().getConnection();
    connection.setAutoCommit(false);
    Component component = new Component(databaseRegions.cell(TEN, identifier), "slow", "", 6);
    assertThat(new PushStatements(Dialect.MYSQL).push(connection, List.of(component)))
        .isEmpty();
    return connection;
  }

  private static void commit(Connection connection) throws SQLException {
    connection.commit();
    connection.setAutoCommit(true);
    connection.close();
  }

  @Test
  void aLateCommitIsPulled() throws SQLException {
    TestProcess a = databaseRegions.peer("a");
    TestProcess b = databaseRegions.peer("b");
    databaseRegions.pass(20_000);
    Connection late = uncommitted("late");
    databaseRegions.pass(6_000); // more than a usual pull looks back
    a.admit(TEN, "other", 6);
    databaseRegions.pass(2_000);
    assertThat(b.sees(TEN, "other").foreign()).isEqualTo(6);
    assertThat(b.sees(TEN, "late").foreign()).isZero();
    commit(late);
    databaseRegions.pass(21_000); // every twenty seconds, one pull looks far back

    assertThat(b.sees(TEN, "late").foreign()).isEqualTo(6);
  }

  @Test
  void aVeryLateCommitIsSeenByAFullPull() throws SQLException {
    TestProcess a = databaseRegions.peer("a");
    TestProcess b = databaseRegions.peer("b");
    databaseRegions.pass(20_000);
    Connection late = uncommitted("late");
    for (int i = 0; i < 6; i++) {
      databaseRegions.pass(10_000);
      a.admit(TEN, "other-" + i, 6);
    }
    commit(late);
    databaseRegions.pass(30_000);
    assertThat(b.sees(TEN, "late").foreign())
        .as("too far behind to be looked for")
        .isZero();
    databaseRegions.passUntil(305_000);

    assertThat(b.sees(TEN, "late").foreign()).isEqualTo(6);
  }

  @Test
  void aCountMayArriveBeforeItsWindowBegins() {
    TestProcess early = databaseRegions.peer(
        "a", builder -> builder.clock(() -> databaseRegions.peers().clock().epochMillis() + 5_000));
    TestProcess b = databaseRegions.peer("b");
    databaseRegions.passUntil(596_000); // over there a window of ten minutes begins at 595 s
    assertThat(early.admit(TEN, "x", 6)).isEqualTo(6);
    databaseRegions.passUntil(599_990);
    assertThat(b.sees(TEN, "x")).isEqualTo(new CountsByOrigin(0, 0, 0, 0));
    assertThat(b.observer().of(Event.CELL_CREATED_BY_IMPORT)).isEqualTo(1);
    databaseRegions.peers().clock().advanceMillis(10); // and no process pulls

    assertThat(b.sees(TEN, "x")).isEqualTo(new CountsByOrigin(0, 0, 6, 0));
    assertThat(b.admit(TEN, "x", 10)).isEqualTo(4);
  }

  @Test
  void aPullSumsAllComponentsOfAChangedCell() {
    TestProcess a = databaseRegions.peer("a");
    TestProcess b = databaseRegions.peer("b");
    TestProcess c = databaseRegions.peer("c");
    databaseRegions.pass(1_000);
    a.admit(HUNDRED, "x", 40);
    b.admit(HUNDRED, "x", 30);
    c.admit(HUNDRED, "x", 20);
    databaseRegions.pass(60_000); // far beyond what a pull looks back
    assertThat(List.of(foreign(a), foreign(b), foreign(c))).containsExactly(50L, 60L, 70L);
    b.check(HUNDRED, "x");
    databaseRegions.converge();
    TestProcess newcomer = databaseRegions.peer("d");
    databaseRegions.converge();

    assertThat(List.of(foreign(a), foreign(b), foreign(c), foreign(newcomer)))
        .containsExactly(51L, 60L, 71L, 91L);
  }

  private static long foreign(TestProcess testProcess) {
    return testProcess.sees(HUNDRED, "x").foreign();
  }

  @Test
  void anEvictedSubjectComesBackComplete() {
    TestProcess a = databaseRegions.peer("a").in("hostile");
    TestProcess b = databaseRegions.peer("b", builder -> builder.maxSubjects(8)).in("hostile");
    a.admit(TEN, "x", 5);
    databaseRegions.converge();
    NeighbourWorkspace neighbourWorkspace = NeighbourWorkspace.spend(b.engine(), TEN, 4);
    assertThat(b.check(TEN, "x").allowed()).isTrue();
    for (int i = 0; i < 100; i++) {
      b.check(TEN, "flood-" + i, 9);
    }
    databaseRegions.pass(500);
    assertThat(b.observer().of(Event.SUBJECT_EVICTED)).isPositive();
    assertThat(b.observer().evicting()).containsExactly("hostile");
    neighbourWorkspace.assertUntouched();
    a.check(TEN, "x");
    databaseRegions.converge();

    assertThat(b.sees(TEN, "x")).isEqualTo(new CountsByOrigin(0, 1, 6, 0));
    assertThat(b.admit(TEN, "x", 10)).isEqualTo(3);
    databaseRegions.converge();
    assertThat(databaseRegions.row("hostile", TEN, "x", "b")).isEqualTo(4);
    assertThat(a.sees(TEN, "x")).isEqualTo(new CountsByOrigin(6, 0, 4, 0));
    neighbourWorkspace.assertUntouched();
  }
}
