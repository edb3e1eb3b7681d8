// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.world.edges;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.CellKey;
import io.weir.Event;
import io.weir.LimitPolicy;
import io.weir.SubjectKey;
import io.weir.engine.Limiter;
import io.weir.ledger.PushPolicy;
import io.weir.mysql.world.DatabaseRegions;
import io.weir.testkit.contract.ConfusableSubjects;
import io.weir.testkit.rig.TestProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that every name passes unchanged through the database, and that a rejected name does not affect others. */
@Tag("integration")
class MysqlIdentifiersTest {
  private static final LimitPolicy HUNDRED = LimitPolicy.of(100, Duration.ofMinutes(1));

  private final DatabaseRegions databaseRegions = DatabaseRegions.under(PushPolicy.WEIR);

  @AfterEach
  void leave() {
    databaseRegions.close();
  }

  /** Returns names that stores confuse, and names of the maximum length. */
  private static List<SubjectKey> oddNames() {
    Set<SubjectKey> names = new LinkedHashSet<>(ConfusableSubjects.subjects());
    names.removeIf(name -> name.epoch() != 0); // an engine sets epochs by itself
    for (String each : List.of("\u0000", "\\", "\ud800", "\u0001", "\u007f", "'", "\u2028")) {
      names.add(new SubjectKey("w", "n", each.repeat(512), 60_000));
      names.add(new SubjectKey("w", "n", each.repeat(511), 60_000));
      names.add(new SubjectKey("w", "n", "\\u0000", 60_000));
    }
    return new ArrayList<>(names);
  }

  private static Limiter limiter(TestProcess testProcess, SubjectKey key) {
    LimitPolicy limitPolicy = LimitPolicy.of(1_000, Duration.ofMillis(key.durationMillis()));
    return testProcess.engine().limiter(key.workspace(), key.namespace(), limitPolicy);
  }

  @Test
  void unusualNamesKeepSeparateCountsAcrossRegions() {
    TestProcess a = databaseRegions.peer("a");
    TestProcess b = databaseRegions.peer("b");
    List<SubjectKey> names = oddNames();
    for (int i = 0; i < names.size(); i++) {
      assertThat(
              limiter(a, names.get(i)).check(names.get(i).identifier(), 500 + i).allowed())
          .isTrue();
    }
    databaseRegions.converge();

    assertThat(names).hasSizeGreaterThan(90);
    assertThat(a.observer().of(Event.LEDGER_ROW_REJECTED)).isZero();
    assertThat(a.observer().of(Event.LEDGER_PUSH_FAILED)).isZero();
    assertThat(databaseRegions.rows().size()).isEqualTo(names.size());
    SoftAssertions softly = new SoftAssertions();
    for (int i = 0; i < names.size(); i++) {
      SubjectKey name = names.get(i);
      var seen = limiter(b, name).look(name.identifier()).explain().current();
      softly.assertThat(seen.foreign()).as("%s", name).isEqualTo(500 + i);
      CellKey cell =
          new CellKey(name, databaseRegions.peers().clock().epochMillis() / name.durationMillis());
      softly.assertThat(databaseRegions.rows().count(cell, "a")).as("%s", name).isEqualTo(500 + i);
    }
    softly.assertAll();
  }

  /** The database is made to reject a name, in different ways. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "ALTER TABLE ratelimit_window_counts ADD CONSTRAINT no_bad CHECK (identifier <> 'bad')",
        "CREATE TRIGGER no_bad BEFORE INSERT ON ratelimit_window_counts FOR EACH ROW"
            + " IF NEW.identifier = 'bad' THEN SIGNAL SQLSTATE '45000'; END IF"
      })
  void aRejectedRowIsIsolatedAndTheOthersArePushed(String refusal) {
    TestProcess a = databaseRegions.peer("a");
    TestProcess b = databaseRegions.peer("b");
    databaseRegions.pass(100);
    databaseRegions.rows().execute(refusal);
    for (int i = 0; i < 20; i++) {
      a.check(HUNDRED, "before-" + i, 60);
    }
    a.check(HUNDRED, "bad", 60);
    for (int i = 0; i < 20; i++) {
      a.check(HUNDRED, "after-" + i, 60);
    }
    databaseRegions.converge();
    assertThat(a.observer().of(Event.LEDGER_ROW_REJECTED)).isEqualTo(1);
    assertThat(a.observer().of(Event.LEDGER_PUSHED)).isEqualTo(40);
    a.check(HUNDRED, "bad", 40);
    a.check(HUNDRED, "after-3", 40);
    databaseRegions.converge();

    assertThat(a.observer().of(Event.LEDGER_ROW_REJECTED)).isEqualTo(1);
    assertThat(a.observer().of(Event.LEDGER_PUSH_FAILED)).isZero();
    assertThat(databaseRegions.rows().size()).isEqualTo(40);
    assertThat(b.sees(HUNDRED, "bad").foreign()).isZero();
    assertThat(b.sees(HUNDRED, "before-3").foreign()).isEqualTo(60);
    assertThat(a.check(HUNDRED, "bad").allowed()).as("enforced at home").isFalse();
    assertThat(a.observer().changes()).isEmpty();
  }
}
