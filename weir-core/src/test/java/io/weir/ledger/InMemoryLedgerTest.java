// SPDX-License-Identifier: Apache-2.0
package io.weir.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.CellKey;
import io.weir.SubjectKey;
import io.weir.ledger.Ledger.CellSums;
import io.weir.ledger.Ledger.Component;
import io.weir.ledger.Ledger.PullCursor;
import io.weir.ledger.Ledger.PullPage;
import io.weir.ledger.Ledger.Rejection;
import io.weir.time.ManualClock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what is specific to this ledger. The general behaviour of a ledger is tested by its contract. */
class InMemoryLedgerTest {
  private static final long NOW = 1_700_000_400_000L;
  private static final long MINUTE = 60_000;

  private final ManualClock clock = new ManualClock(NOW);
  private final InMemoryLedger ledger = new InMemoryLedger(clock);

  private static CellKey cell(int number) {
    return new CellKey(new SubjectKey("w", "n", "user-" + number, MINUTE), NOW / MINUTE);
  }

  private void push(int cell, String region, long count) {
    CompletionStage<List<Rejection>> unused =
        ledger.push(List.of(new Component(cell(cell), region, "", count)));
  }

  private PullPage pull(long since) {
    return ledger
        .pull(Ledger.PullRequester.of("here"), PullCursor.since(since), Integer.MAX_VALUE)
        .toCompletableFuture()
        .join();
  }

  private List<CellKey> cells(long since) {
    return pull(since).sums().stream().map(CellSums::cell).toList();
  }

  @Test
  void aPullReturnsTheLatestChangeLast() {
    push(1, "here", 1);
    clock.advanceMillis(10);
    push(2, "here", 1);
    clock.advanceMillis(10);
    push(3, "there", 1);
    push(1, "there", 1);
    push(2, "here", 1); // no change

    assertThat(cells(0)).containsExactly(cell(1), cell(2), cell(3));
    assertThat(cells(1)).containsExactly(cell(2), cell(3), cell(1));
    assertThat(cells(NOW + 20)).containsExactly(cell(3), cell(1));
    assertThat(pull(0).watermark()).isEqualTo(NOW + 20);
    assertThat(pull(NOW + 21).sums()).isEmpty();
    assertThat(pull(NOW + 21).watermark()).isEqualTo(NOW + 21);
  }

  @Test
  void aClockSetBackHidesNoChange() {
    push(1, "there", 1);
    clock.stepTo(NOW - 5_000);
    push(2, "there", 1);

    assertThat(cells(NOW)).as("the newest in line is the older one").containsExactly(cell(1));
    assertThat(cells(NOW - 5_000)).containsExactlyInAnyOrder(cell(1), cell(2));
    clock.stepTo(NOW + 10);
    push(3, "there", 1);
    assertThat(cells(NOW)).containsExactlyInAnyOrder(cell(1), cell(3));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void everyPullMatchesASimpleList(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Map<CellKey, Long> changedAt = new HashMap<>();
    Map<CellKey, Long> counts = new HashMap<>();
    for (int i = 0; i < 2_000; i++) {
      boolean isSetBack = random.nextInt(200) == 0;
      clock.stepTo(clock.epochMillis() + (isSetBack ? -random.nextLong(200) : random.nextLong(3)));
      int number = random.nextInt(30);
      long count = random.nextLong(1, 50);
      push(number, "there", count);
      if (count > counts.getOrDefault(cell(number), 0L)) {
        counts.put(cell(number), count);
        changedAt.put(cell(number), clock.epochMillis());
      }
      if (random.nextInt(300) == 0) {
        ledger.wipe();
        counts.clear();
        changedAt.clear();
      }
      long since = clock.epochMillis() - random.nextLong(100);
      List<CellKey> expected = new ArrayList<>();
      changedAt.forEach((key, at) -> {
        if (at >= since) {
          expected.add(key);
        }
      });
      assertThat(cells(since)).as("seed %d, step %d", seed, i).hasSameElementsAs(expected);
    }
  }

  @Test
  void regionsAreCountedSeparatelyAndInTotal() {
    push(1, "here", 3);
    push(1, "there", 4);
    CompletionStage<List<Rejection>> unused = ledger.push(List.of(
        new Component(cell(1), "here", "a.0", 10), new Component(cell(1), "here", "b.0", 20)));

    assertThat(ledger.total(cell(1))).isEqualTo(37);
    assertThat(ledger.total(cell(1), "here")).isEqualTo(33);
    assertThat(ledger.total(cell(1), "there")).isEqualTo(4);
    assertThat(ledger.total(cell(1), "nowhere")).isZero();
    assertThat(ledger.total(cell(2))).isZero();
    assertThat(ledger.total(cell(2), "here")).isZero();
    assertThat(ledger.components()).isEqualTo(4);
    assertThat(pull(0).sums()).containsExactly(new CellSums(cell(1), 33, 4));
  }

  @Test
  void aWipedLedgerIsEmptyAndAcceptsPushesAgain() {
    push(1, "here", 3);
    CompletionStage<Ledger.LedgerStatus> unused =
        ledger.heartbeat(Ledger.LedgerHeartbeat.of("there", "x"));

    ledger.wipe();

    assertThat(pull(0).sums()).isEmpty();
    assertThat(ledger.components()).isZero();
    assertThat(ledger
            .heartbeat(Ledger.LedgerHeartbeat.of("here", "a"))
            .toCompletableFuture()
            .join()
            .regions())
        .isEqualTo(1);
    push(1, "here", 2);
    assertThat(pull(0).sums()).containsExactly(new CellSums(cell(1), 2, 0));
  }
}
