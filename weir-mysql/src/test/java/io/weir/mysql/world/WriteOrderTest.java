// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Event;
import io.weir.LimitPolicy;
import io.weir.engine.Limiter;
import io.weir.ledger.PushPolicy;
import io.weir.origin.InMemoryOrigin;
import io.weir.origin.Origin;
import io.weir.testkit.rig.TestProcess;
import io.weir.testkit.servers.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the order in which rows are written, and that it avoids deadlocks between writers of the same rows. */
@Tag("integration")
class WriteOrderTest {
  private static final LimitPolicy LIMIT = LimitPolicy.of(100, Duration.ofMinutes(10));
  private static final List<String> FOUR = List.of("one", "two", "three", "four");

  /** How often the writers should conflict, and how often that is attempted at most. */
  private static final int MEETINGS = 8;

  private static final int ATTEMPTS = 60;

  private final DatabaseRegions databaseRegions = DatabaseRegions.under(PushPolicy.UPSTREAM);

  @AfterEach
  void leave() {
    databaseRegions.close();
  }

  /** Returns eight subjects of four workspaces, three namespaces and four window lengths. */
  private static List<Runnable> eightSubjects(TestProcess testProcess) {
    List<Runnable> spending = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      LimitPolicy limitPolicy =
          LimitPolicy.of(100, Duration.ofMinutes(List.of(10, 15, 60, 600).get(i / 2)));
      Limiter limiter =
          testProcess.engine().limiter("workspace-" + i % 4, "namespace-" + i % 3, limitPolicy);
      String identifier = "subject-" + (7 - i);
      spending.add(() -> assertThat(limiter.check(identifier, 20).allowed()).isTrue());
      spending.add(() -> assertThat(limiter.check(identifier, 1).allowed()).isTrue());
    }
    return spending;
  }

  @Test // 2
  void rowsArriveInKeyOrder() {
    TestProcess a = databaseRegions.peer("a");
    databaseRegions.pass(100);
    databaseRegions
        .rows()
        .execute(
            "CREATE TABLE arrivals (number int AUTO_INCREMENT PRIMARY KEY, row_key varchar(200))",
            "CREATE TRIGGER arriving BEFORE INSERT ON ratelimit_window_counts FOR EACH ROW"
                + " INSERT INTO arrivals (row_key) VALUES (CONCAT(HEX(NEW.subject_digest), ' ',"
                + " LPAD(NEW.sequence, 20, '0'), ' ', HEX(NEW.owner_digest)))");
    List<Runnable> spending = eightSubjects(a);
    spending.forEach(Runnable::run);
    for (int attempt = 0; attempt < 20; attempt++) {
      databaseRegions.pass(6_000);
      List<String> arrived =
          databaseRegions.rows().lines("SELECT row_key FROM arrivals ORDER BY number");
      assertThat(arrived).as("attempt %s", attempt).hasSize(8).isSorted().doesNotHaveDuplicates();

      databaseRegions.rows().execute("DELETE FROM arrivals");
      List<Runnable> units = new ArrayList<>();
      for (int i = 1; i < spending.size(); i += 2) {
        units.add(spending.get(i));
      }
      Collections.rotate(units, attempt);
      units.forEach(Runnable::run);
    }
  }

  /**
   * Starts a process on an origin of its own that has the same name as the others', so that they write the same rows.
   */
  private TestProcess apart() {
    InMemoryOrigin origin = new InMemoryOrigin(databaseRegions.peers().clock());
    Eventually.await(origin.heartbeat(new Origin.OriginHeartbeat(
        "nobody", 1, "same", "", Origin.CompletionProgress.NEVER_BEHIND, 1)));
    return databaseRegions.standalone("a", builder -> builder.origin(origin));
  }

  private long lockWaits() {
    return metric("lock_row_lock_waits");
  }

  private long metric(String name) {
    return databaseRegions
        .rows()
        .number("SELECT COUNT FROM information_schema.INNODB_METRICS WHERE NAME = '" + name + "'");
  }

  /** Each holds its locks for a while, so that two writers of the same rows are certain to conflict. */
  private void keepRowsLocked() {
    databaseRegions
        .rows()
        .execute(
            "CREATE TRIGGER slow BEFORE UPDATE ON ratelimit_window_counts FOR EACH ROW DO SLEEP(0.01)");
  }

  @Test // 3
  void concurrentWritersOfTheSameRowsDoNotDeadlock() throws Exception {
    TestProcess one = apart();
    TestProcess two = apart();
    databaseRegions.pass(100);
    keepRowsLocked();
    List<String> backwards = new ArrayList<>(FOUR);
    Collections.reverse(backwards);
    FOUR.forEach(name -> one.check(LIMIT, name, 20));
    backwards.forEach(name -> two.check(LIMIT, name, 20));
    databaseRegions.converge();
    long deadlocks = metric("lock_deadlocks");
    long waits = lockWaits();

    int attempts = 0;
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      for (; attempts < ATTEMPTS && lockWaits() - waits < MEETINGS; attempts++) {
        databaseRegions.peers().clock().advanceMillis(6_500); // both are due
        FOUR.forEach(name -> one.check(LIMIT, name));
        backwards.forEach(name -> two.check(LIMIT, name));
        together(threads, one, two);
      }
    } finally {
      threads.shutdownNow();
    }

    assertThat(lockWaits() - waits).as("times that they met").isGreaterThanOrEqualTo(MEETINGS);
    assertThat(metric("lock_deadlocks") - deadlocks).isZero();
    assertThat(one.observer().of(Event.LEDGER_PUSH_FAILED)).isZero();
    assertThat(two.observer().of(Event.LEDGER_PUSH_FAILED)).isZero();
    for (String name : FOUR) {
      assertThat(databaseRegions.row(LIMIT, name, "a")).isEqualTo(20 + attempts);
    }
  }

  private static void together(ExecutorService threads, TestProcess one, TestProcess two)
      throws Exception {
    CyclicBarrier start = new CyclicBarrier(2);
    List<CompletableFuture<Void>> both = new ArrayList<>();
    for (TestProcess testProcess : List.of(one, two)) {
      both.add(CompletableFuture.runAsync(
          () -> {
            try {
              start.await(10, TimeUnit.SECONDS);
            } catch (Exception e) {
              throw new AssertionError("the other did not come", e);
            }
            testProcess.settle();
          },
          threads));
    }
    for (CompletableFuture<Void> each : both) {
      each.get(30, TimeUnit.SECONDS);
    }
  }
}
