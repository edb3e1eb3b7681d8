// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.world.edges;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Event;
import io.weir.Explanation.Counts;
import io.weir.Limit;
import io.weir.ledger.Ledger.Component;
import io.weir.ledger.PushPolicy;
import io.weir.mysql.sql.Push;
import io.weir.mysql.world.Regions;
import io.weir.sql.dialect.Dialect;
import io.weir.testkit.rig.Neighbour;
import io.weir.testkit.rig.Peer;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What could slip through between a push and a pull, and does not. */
@Tag("integration")
class PullTest {
  private static final Limit TEN = Limit.of(10, Duration.ofMinutes(10));
  private static final Limit HUNDRED = Limit.of(100, Duration.ofMinutes(10));

  private final Regions regions = Regions.under(PushPolicy.WEIR);

  @AfterEach
  void leave() {
    regions.close();
  }

  /** A push that was made now, by a region that is not here, and is not committed yet. */
  private Connection uncommitted(String identifier) throws SQLException {
    Connection connection = regions.source().getConnection();
    connection.setAutoCommit(false);
    Component component = new Component(regions.cell(TEN, identifier), "slow", "", 6);
    assertThat(new Push(Dialect.MYSQL).push(connection, List.of(component))).isEmpty();
    return connection;
  }

  private static void commit(Connection connection) throws SQLException {
    connection.commit();
    connection.setAutoCommit(true);
    connection.close();
  }

  @Test
  @DisplayName(
      "a push that commits eight seconds after its time is seen, although newer ones were read before")
  void aLateCommitIsSeen() throws SQLException {
    Peer a = regions.peer("a");
    Peer b = regions.peer("b");
    regions.pass(20_000);
    Connection late = uncommitted("late");
    regions.pass(6_000); // more than a pull looks back in general
    a.admit(TEN, "other", 6);
    regions.pass(2_000);
    assertThat(b.sees(TEN, "other").foreign()).isEqualTo(6);
    assertThat(b.sees(TEN, "late").foreign()).isZero();
    commit(late);
    regions.pass(21_000); // every twentieth second one pull looks far back

    assertThat(b.sees(TEN, "late").foreign()).isEqualTo(6);
  }

  @Test
  @DisplayName("a push that commits a minute after its time is seen when everything is read again")
  void aVeryLateCommitIsSeenInTheEnd() throws SQLException {
    Peer a = regions.peer("a");
    Peer b = regions.peer("b");
    regions.pass(20_000);
    Connection late = uncommitted("late");
    for (int i = 0; i < 6; i++) {
      regions.pass(10_000);
      a.admit(TEN, "other-" + i, 6);
    }
    commit(late);
    regions.pass(30_000);
    assertThat(b.sees(TEN, "late").foreign())
        .as("too far behind to be looked for")
        .isZero();
    regions.passUntil(305_000);

    assertThat(b.sees(TEN, "late").foreign()).isEqualTo(6);
  }

  @Test
  @DisplayName("a count of a window that has not begun here weighs from the first millisecond on")
  void aCountArrivesBeforeItsWindowBegins() {
    Peer early = regions.peer(
        "a", builder -> builder.clock(() -> regions.peers().clock().epochMillis() + 5_000));
    Peer b = regions.peer("b");
    regions.passUntil(596_000); // a window of ten minutes begins at 595 s over there
    assertThat(early.admit(TEN, "x", 6)).isEqualTo(6);
    regions.passUntil(599_990);
    assertThat(b.sees(TEN, "x")).isEqualTo(new Counts(0, 0, 0, 0));
    assertThat(b.tally().of(Event.CELL_CREATED_BY_IMPORT)).isEqualTo(1);
    regions.peers().clock().advanceMillis(10); // and nobody pulls

    assertThat(b.sees(TEN, "x")).isEqualTo(new Counts(0, 0, 6, 0));
    assertThat(b.admit(TEN, "x", 10)).isEqualTo(4);
  }

  @Test
  @DisplayName("when one of three regions grew, the others still count the two that did not")
  void theSumIsOverAllComponentsOfAChangedCell() {
    Peer a = regions.peer("a");
    Peer b = regions.peer("b");
    Peer c = regions.peer("c");
    regions.pass(1_000);
    a.admit(HUNDRED, "x", 40);
    b.admit(HUNDRED, "x", 30);
    c.admit(HUNDRED, "x", 20);
    regions.pass(60_000); // far beyond what a pull looks back
    assertThat(List.of(foreign(a), foreign(b), foreign(c))).containsExactly(50L, 60L, 70L);
    b.check(HUNDRED, "x");
    regions.converge();
    Peer newcomer = regions.peer("d");
    regions.converge();

    assertThat(List.of(foreign(a), foreign(b), foreign(c), foreign(newcomer)))
        .containsExactly(51L, 60L, 71L, 91L);
  }

  private static long foreign(Peer peer) {
    return peer.sees(HUNDRED, "x").foreign();
  }

  @Test
  @DisplayName("a subject that was evicted comes back with what others spent before and since")
  void anEvictedSubjectComesBackWhole() {
    Peer a = regions.peer("a").in("hostile");
    Peer b = regions.peer("b", builder -> builder.maxSubjects(8)).in("hostile");
    a.admit(TEN, "x", 5);
    regions.converge();
    Neighbour neighbour = Neighbour.spend(b.engine(), TEN, 4);
    assertThat(b.check(TEN, "x").allowed()).isTrue();
    for (int i = 0; i < 100; i++) {
      b.check(TEN, "flood-" + i, 9);
    }
    regions.pass(500);
    assertThat(b.tally().of(Event.SUBJECT_EVICTED)).isPositive();
    assertThat(b.tally().evicting()).containsExactly("hostile");
    neighbour.assertUntouched();
    a.check(TEN, "x");
    regions.converge();

    assertThat(b.sees(TEN, "x")).isEqualTo(new Counts(0, 1, 6, 0));
    assertThat(b.admit(TEN, "x", 10)).isEqualTo(3);
    regions.converge();
    assertThat(regions.row("hostile", TEN, "x", "b")).isEqualTo(4);
    assertThat(a.sees(TEN, "x")).isEqualTo(new Counts(6, 0, 4, 0));
    neighbour.assertUntouched();
  }
}
