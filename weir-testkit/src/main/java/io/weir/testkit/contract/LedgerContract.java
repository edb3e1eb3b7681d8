// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.CellKey;
import io.weir.SubjectKey;
import io.weir.ledger.Ledger;
import io.weir.ledger.Ledger.CellSums;
import io.weir.ledger.Ledger.Component;
import io.weir.ledger.Ledger.LedgerHeartbeat;
import io.weir.ledger.Ledger.PullCursor;
import io.weir.ledger.Ledger.PullPage;
import io.weir.ledger.Ledger.PullRequester;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The contract of every ledger. An implementation's test extends this class and creates the ledger. */
public abstract class LedgerContract extends PagingContract {
  private static final long HOUR = 3_600_000;

  @Test
  public void anEmptyLedgerReturnsAnEmptyPage() {
    assertThat(pull("eu", 0).sums()).isEmpty();
  }

  @Test
  public void ownCountsAreNeverForeign() {
    push(cell("a"), "eu", 6);
    push(cell("a"), "us", 5);
    push(cell("a"), "ap", 1);

    assertThat(pull("eu", 0).sums()).containsExactly(new CellSums(cell("a"), 6, 6));
    assertThat(pull("us", 0).sums()).containsExactly(new CellSums(cell("a"), 5, 7));
    assertThat(pull("sa", 0).sums()).containsExactly(new CellSums(cell("a"), 0, 12));
  }

  @Test
  public void aSmallerCountNeverLowersAComponent() {
    push(cell("a"), "eu", 7);
    push(cell("a"), "eu", 3);

    assertThat(foreign(cell("a"))).isEqualTo(7);
  }

  @Test
  public void aDuplicateCountsOnce() {
    push(cell("a"), "eu", 7);
    push(cell("a"), "eu", 7);

    assertThat(foreign(cell("a"))).isEqualTo(7);
  }

  @Test
  public void aLargerCountReplacesTheSmallerOne() {
    push(cell("a"), "eu", 3);
    push(cell("a"), "eu", 7);

    assertThat(foreign(cell("a"))).isEqualTo(7);
  }

  @Test
  public void theOrderOfPushesDoesNotMatter() {
    for (int seed = 0; seed < 20; seed++) {
      CellKey cell = cell("order-" + seed);
      List<Component> components = new ArrayList<>();
      for (int region = 1; region <= 4; region++) {
        for (int count = 1; count <= 3; count++) {
          components.add(new Component(cell, "r" + region, TOGETHER, 10L * region * count));
        }
      }
      components.addAll(components.subList(0, 5)); // some of them twice
      shuffle(components, seed);

      components.forEach(component -> await(ledger().push(List.of(component))));

      assertThat(sums(cell, "r2")).as("seed %s", seed).isEqualTo(new CellSums(cell, 60, 240));
    }
  }

  @Test
  public void writersOfOneRegionAreSummed() {
    await(ledger()
        .push(List.of(
            new Component(cell("a"), "eu", "abc.1", 3),
            new Component(cell("a"), "eu", "abc.2", 4),
            new Component(cell("a"), "eu", "xyz.1", 5),
            new Component(cell("a"), "eu", TOGETHER, 6))));
    await(ledger().push(List.of(new Component(cell("a"), "eu", "abc.1", 2))));

    assertThat(sums(cell("a"), "eu")).isEqualTo(new CellSums(cell("a"), 18, 0));
    assertThat(sums(cell("a"), "us")).isEqualTo(new CellSums(cell("a"), 0, 18));
  }

  @Test
  public void aPullSumsAllComponentsOfAChangedCell() {
    push(cell("a"), "eu", 6);
    push(cell("a"), "us", 5);
    push(cell("quiet"), "eu", 9);
    letTimePass(20);
    long since = pull("ap", 0).watermark() + 1;

    push(cell("a"), "us", 7);

    assertThat(pull("ap", since).sums()).containsExactly(new CellSums(cell("a"), 0, 13));
    assertThat(pull("us", since).sums()).containsExactly(new CellSums(cell("a"), 7, 6));
  }

  @Test
  public void aPushThatRaisesNothingChangesNothing() {
    push(cell("a"), "eu", 6);
    letTimePass(20);
    long since = pull("ap", 0).watermark() + 1;

    push(cell("a"), "eu", 6);
    push(cell("a"), "eu", 5);

    assertThat(pull("ap", since).sums()).isEmpty();
  }

  @Test
  public void followingTheWatermarkMissesNoPush() {
    SplittableRandom random = new SplittableRandom(7);
    Map<CellKey, Long> pushed = new HashMap<>();
    Map<CellKey, Long> pulled = new HashMap<>();
    long watermark = 0;
    for (int i = 1; i <= 200; i++) {
      CellKey cell = cell("w" + random.nextInt(10));
      push(cell, "eu", i);
      pushed.put(cell, (long) i);
      if (random.nextInt(4) == 0) {
        letTimePass(random.nextInt(1, 3));
      }
      if (random.nextInt(3) == 0 || i == 200) {
        PullPage pullPage = pull("us", watermark);
        pullPage
            .sums()
            .forEach(cellSums -> pulled.merge(cellSums.cell(), cellSums.foreign(), Math::max));
        assertThat(pullPage.watermark()).isGreaterThanOrEqualTo(watermark);
        watermark = pullPage.watermark();
        assertThat(pulled).as("after push %s", i).isEqualTo(pushed);
      }
    }
  }

  @Test
  public void aWatermarkOfZeroReturnsEverything() {
    IntStream.range(0, 50).forEach(i -> push(cell("c" + i), "eu", i + 1));
    letTimePass(20);
    push(cell("c0"), "eu", 100);

    assertThat(pull("us", 0).sums()).hasSize(50);
  }

  @Test
  public void bothCellsOfASubjectArePushedTogether() {
    CellKey current = cell("a");
    CellKey previous = new CellKey(current.subject(), current.sequence() - 1);

    await(ledger()
        .push(List.of(
            new Component(previous, "eu", TOGETHER, 7),
            new Component(current, "eu", TOGETHER, 3))));

    assertThat(pull("us", 0).sums())
        .containsExactlyInAnyOrder(new CellSums(previous, 0, 7), new CellSums(current, 0, 3));
  }

  @Test
  public void expiredCellsAreNotReturned() {
    long now = epochMillis();
    SubjectKey subject = new SubjectKey("contract", "ledger", "old", HOUR);
    push(new CellKey(subject, now / HOUR - 3), "eu", 6);
    SubjectKey fleeting = new SubjectKey("contract", "ledger", "fleeting", 1_000);
    push(
        new CellKey(fleeting, now / 1_000 + 3),
        "eu",
        5); // ahead, so that a slow machine pulls in time
    push(cell("a"), "eu", 4);
    assertThat(pull("us", 0).sums())
        .extracting(CellSums::foreign)
        .containsExactlyInAnyOrder(5L, 4L);

    letTimePass(6_000);

    assertThat(pull("us", 0).sums()).containsExactly(new CellSums(cell("a"), 0, 4));
  }

  @Test
  public void aDuplicateAfterExpiryIsHarmless() {
    SubjectKey subject = new SubjectKey("contract", "ledger", "old", HOUR);
    CellKey old = new CellKey(subject, epochMillis() / HOUR - 3);
    push(old, "eu", 6);
    push(old, "eu", 6);
    push(cell("a"), "eu", 4);

    assertThat(pull("us", 0).sums()).containsExactly(new CellSums(cell("a"), 0, 4));
  }

  @Test
  public void similarSubjectsAreDifferent() {
    Map<CellKey, Long> expected = new HashMap<>();
    List<Component> components = new ArrayList<>();
    for (SubjectKey subject : ConfusableSubjects.subjects()) {
      CellKey cell = new CellKey(subject, epochMillis() / subject.durationMillis());
      components.add(new Component(cell, "eu", TOGETHER, components.size() + 1));
      expected.put(cell, (long) components.size());
    }

    assertThat(await(ledger().push(components))).isEmpty();

    Map<CellKey, Long> seen = new HashMap<>();
    pull("us", 0).sums().forEach(cellSums -> seen.put(cellSums.cell(), cellSums.foreign()));
    assertThat(seen).isEqualTo(expected);
  }

  @Test
  public void similarRegionsAreDifferent() {
    List<String> regions = List.of(
        "eu",
        "EU",
        "eu ",
        " eu",
        "e\u00fc",
        "eu\u0308",
        "eu-west:1/a",
        "eu'--",
        "%",
        "_",
        "\u20ac",
        "\ud83d\ude00",
        "x".repeat(48),
        "x".repeat(47));
    for (int i = 0; i < regions.size(); i++) {
      push(cell("a"), regions.get(i), 1L << i);
      await(ledger().heartbeat(LedgerHeartbeat.of(regions.get(i), "process")));
    }
    long all = (1L << regions.size()) - 1;

    for (int i = 0; i < regions.size(); i++) {
      assertThat(sums(cell("a"), regions.get(i)))
          .as("region %s", regions.get(i))
          .isEqualTo(new CellSums(cell("a"), 1L << i, all - (1L << i)));
    }
    assertThat(await(ledger().heartbeat(LedgerHeartbeat.of("eu", "process"))).regions())
        .isEqualTo(regions.size());
  }

  @Test
  public void componentsWithEqualJoinedNamesAreDifferent() {
    await(ledger()
        .push(List.of(
            new Component(cell("a"), "eu", "a-b", 1),
            new Component(cell("a"), "eu-a", "b", 2),
            new Component(cell("a"), "eu-a-b", TOGETHER, 4))));

    assertThat(sums(cell("a"), "eu")).isEqualTo(new CellSums(cell("a"), 1, 6));
  }

  @Test
  public void largeCountsAreExact() {
    long huge = CellKey.MAX_COUNT;
    push(cell("a"), "eu", huge - 1);
    push(cell("a"), "eu", huge);
    List.of(Long.MAX_VALUE, huge - 1).forEach(count -> push(cell("a"), "us", count));
    List.of("ap", "sa").forEach(region -> push(cell("a"), region, Long.MIN_VALUE));
    push(cell("a"), "af", huge + 1);

    assertThat(sums(cell("a"), "eu")).isEqualTo(new CellSums(cell("a"), huge, huge - 1, 3));
  }

  @Test
  public void aHeartbeatCountsRegionsAndProcesses() {
    Ledger.LedgerStatus alone = await(ledger().heartbeat(LedgerHeartbeat.of("eu", "one")));
    await(ledger().heartbeat(LedgerHeartbeat.of("eu", "two")));
    await(ledger().heartbeat(LedgerHeartbeat.of("us", "one")));
    await(ledger().heartbeat(LedgerHeartbeat.of("eu", "two")));
    Ledger.LedgerStatus ledgerStatus = await(ledger().heartbeat(LedgerHeartbeat.of("eu", "one")));

    assertThat(List.of(alone.regions(), alone.processes())).containsExactly(1, 1);
    assertThat(List.of(ledgerStatus.regions(), ledgerStatus.processes())).containsExactly(2, 2);
    assertThat(ledgerStatus.epochMillis()).isBetween(epochMillis() - 1_000, epochMillis() + 1_000);
  }

  @Test
  public void aCallerGetsItsOwnComponentSeparately() {
    await(ledger()
        .push(List.of(
            new Component(cell("a"), "eu", "redis", 5),
            new Component(cell("a"), "eu", "other", 7),
            new Component(cell("a"), "us", "redis", 11))));

    PullPage pullPage =
        await(ledger().pull(new PullRequester("eu", "redis"), PullCursor.since(0), 100));
    assertThat(pullPage.sums()).containsExactly(new CellSums(cell("a"), 5, 18));
  }

  @Test
  public void aHeartbeatCountsOrigins() {
    Ledger.LedgerStatus first =
        await(ledger().heartbeat(new LedgerHeartbeat("eu", "one", "redis", 3)));
    await(ledger().heartbeat(new LedgerHeartbeat("us", "one", "far", 1)));
    await(ledger().heartbeat(new LedgerHeartbeat("eu", "two", "", 1)));
    Ledger.LedgerStatus same =
        await(ledger().heartbeat(new LedgerHeartbeat("eu", "three", "redis", 1)));
    Ledger.LedgerStatus other =
        await(ledger().heartbeat(new LedgerHeartbeat("eu", "three", "other", 2)));
    await(ledger().heartbeat(new LedgerHeartbeat("eu", "one", "redis", 2)));
    Ledger.LedgerStatus last =
        await(ledger().heartbeat(new LedgerHeartbeat("eu", "one", "other", 4)));

    assertThat(List.of(first.origins(), same.origins(), other.origins(), last.origins()))
        .containsExactly(1, 1, 2, 1);
    assertThat(List.of(first.isMixed(), same.isMixed())).containsExactly(false, true);
    assertThat(List.of(first.previousNumber(), other.previousNumber(), last.previousNumber()))
        .containsExactly(0L, 1L, 3L);
  }

  private CellSums sums(CellKey cell, String region) {
    return pull(region, 0).sums().stream()
        .filter(cellSums -> cellSums.cell().equals(cell))
        .findAny()
        .orElseGet(() -> new CellSums(cell, 0, 0));
  }

  private long foreign(CellKey cell) {
    return sums(cell, "elsewhere").foreign();
  }

  private static void shuffle(List<?> list, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = list.size() - 1; i > 0; i--) {
      Collections.swap(list, i, random.nextInt(i + 1));
    }
  }
}
