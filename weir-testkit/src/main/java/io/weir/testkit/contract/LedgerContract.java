// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.CellKey;
import io.weir.SubjectKey;
import io.weir.ledger.Ledger;
import io.weir.ledger.Ledger.Asker;
import io.weir.ledger.Ledger.Component;
import io.weir.ledger.Ledger.Cursor;
import io.weir.ledger.Ledger.Heartbeat;
import io.weir.ledger.Ledger.Page;
import io.weir.ledger.Ledger.Sums;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What every ledger must keep to. An implementation's test extends this and says how to make one. */
public abstract class LedgerContract extends PagingContract {
  private static final long HOUR = 3_600_000;

  @Test
  @DisplayName("an empty ledger returns an empty page")
  public void anEmptyLedgerAnswersAnEmptyPage() {
    assertThat(pull("eu", 0).sums()).isEmpty();
  }

  @Test
  @DisplayName("counts that a region pushed are foreign to other regions and its own to itself")
  public void ownIsNeverForeign() {
    push(cell("a"), "eu", 6);
    push(cell("a"), "us", 5);
    push(cell("a"), "ap", 1);

    assertThat(pull("eu", 0).sums()).containsExactly(new Sums(cell("a"), 6, 6));
    assertThat(pull("us", 0).sums()).containsExactly(new Sums(cell("a"), 5, 7));
    assertThat(pull("sa", 0).sums()).containsExactly(new Sums(cell("a"), 0, 12));
  }

  @Test
  @DisplayName("a smaller count never lowers a component")
  public void aSmallerCountNeverLowersAComponent() {
    push(cell("a"), "eu", 7);
    push(cell("a"), "eu", 3);

    assertThat(foreign(cell("a"))).isEqualTo(7);
  }

  @Test
  @DisplayName("pushing the same count twice counts it once")
  public void aDuplicateCountsOnce() {
    push(cell("a"), "eu", 7);
    push(cell("a"), "eu", 7);

    assertThat(foreign(cell("a"))).isEqualTo(7);
  }

  @Test
  @DisplayName("a larger count replaces the smaller one, and is not added to it")
  public void aLargerCountReplacesTheSmallerOne() {
    push(cell("a"), "eu", 3);
    push(cell("a"), "eu", 7);

    assertThat(foreign(cell("a"))).isEqualTo(7);
  }

  @Test
  @DisplayName("the order of pushes does not matter")
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

      assertThat(sums(cell, "r2")).as("seed %s", seed).isEqualTo(new Sums(cell, 60, 240));
    }
  }

  @Test
  @DisplayName(
      "writers of one region are summed, in addition to the component that the region writes together")
  public void writersOfOneRegionAreSummed() {
    await(ledger()
        .push(List.of(
            new Component(cell("a"), "eu", "abc.1", 3),
            new Component(cell("a"), "eu", "abc.2", 4),
            new Component(cell("a"), "eu", "xyz.1", 5),
            new Component(cell("a"), "eu", TOGETHER, 6))));
    await(ledger().push(List.of(new Component(cell("a"), "eu", "abc.1", 2))));

    assertThat(sums(cell("a"), "eu")).isEqualTo(new Sums(cell("a"), 18, 0));
    assertThat(sums(cell("a"), "us")).isEqualTo(new Sums(cell("a"), 0, 18));
  }

  @Test
  @DisplayName("a pull since a watermark sums all components of a cell of which one changed")
  public void aPullSumsAllComponentsOfAChangedCell() {
    push(cell("a"), "eu", 6);
    push(cell("a"), "us", 5);
    push(cell("quiet"), "eu", 9);
    letTimePass(20);
    long since = pull("ap", 0).watermark() + 1;

    push(cell("a"), "us", 7);

    assertThat(pull("ap", since).sums()).containsExactly(new Sums(cell("a"), 0, 13));
    assertThat(pull("us", since).sums()).containsExactly(new Sums(cell("a"), 7, 6));
  }

  @Test
  @DisplayName("a push that raises nothing changes nothing")
  public void aPushThatRaisesNothingIsNoChange() {
    push(cell("a"), "eu", 6);
    letTimePass(20);
    long since = pull("ap", 0).watermark() + 1;

    push(cell("a"), "eu", 6);
    push(cell("a"), "eu", 5);

    assertThat(pull("ap", since).sums()).isEmpty();
  }

  @Test
  @DisplayName("following the watermark misses no push")
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
        Page page = pull("us", watermark);
        page.sums().forEach(sums -> pulled.merge(sums.cell(), sums.foreign(), Math::max));
        assertThat(page.watermark()).isGreaterThanOrEqualTo(watermark);
        watermark = page.watermark();
        assertThat(pulled).as("after push %s", i).isEqualTo(pushed);
      }
    }
  }

  @Test
  @DisplayName("a watermark of 0 returns every live cell")
  public void aWatermarkOfZeroAsksForEverything() {
    IntStream.range(0, 50).forEach(i -> push(cell("c" + i), "eu", i + 1));
    letTimePass(20);
    push(cell("c0"), "eu", 100);

    assertThat(pull("us", 0).sums()).hasSize(50);
  }

  @Test
  @DisplayName("both cells of a subject are pushed in one call and stored separately")
  public void bothCellsOfASubjectGoTogether() {
    CellKey current = cell("a");
    CellKey previous = new CellKey(current.subject(), current.sequence() - 1);

    await(ledger()
        .push(List.of(
            new Component(previous, "eu", TOGETHER, 7),
            new Component(current, "eu", TOGETHER, 3))));

    assertThat(pull("us", 0).sums())
        .containsExactlyInAnyOrder(new Sums(previous, 0, 7), new Sums(current, 0, 3));
  }

  @Test
  @DisplayName("expired cells are not returned")
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
    assertThat(pull("us", 0).sums()).extracting(Sums::foreign).containsExactlyInAnyOrder(5L, 4L);

    letTimePass(6_000);

    assertThat(pull("us", 0).sums()).containsExactly(new Sums(cell("a"), 0, 4));
  }

  @Test
  @DisplayName("a duplicate that arrives after its cell was deleted changes nothing")
  public void aDuplicateAfterExpiryIsHarmless() {
    SubjectKey subject = new SubjectKey("contract", "ledger", "old", HOUR);
    CellKey old = new CellKey(subject, epochMillis() / HOUR - 3);
    push(old, "eu", 6);
    push(old, "eu", 6);
    push(cell("a"), "eu", 4);

    assertThat(pull("us", 0).sums()).containsExactly(new Sums(cell("a"), 0, 4));
  }

  @Test
  @DisplayName("subjects that look alike are different subjects")
  public void subjectsThatLookAlikeAreDifferent() {
    Map<CellKey, Long> truth = new HashMap<>();
    List<Component> components = new ArrayList<>();
    for (SubjectKey subject : LookAlikes.subjects()) {
      CellKey cell = new CellKey(subject, epochMillis() / subject.durationMillis());
      components.add(new Component(cell, "eu", TOGETHER, components.size() + 1));
      truth.put(cell, (long) components.size());
    }

    assertThat(await(ledger().push(components))).isEmpty();

    Map<CellKey, Long> seen = new HashMap<>();
    pull("us", 0).sums().forEach(sums -> seen.put(sums.cell(), sums.foreign()));
    assertThat(seen).isEqualTo(truth);
  }

  @Test
  @DisplayName("regions that look alike are different regions")
  public void regionsThatLookAlikeAreDifferent() {
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
      await(ledger().beat(Heartbeat.of(regions.get(i), "process")));
    }
    long all = (1L << regions.size()) - 1;

    for (int i = 0; i < regions.size(); i++) {
      assertThat(sums(cell("a"), regions.get(i)))
          .as("region %s", regions.get(i))
          .isEqualTo(new Sums(cell("a"), 1L << i, all - (1L << i)));
    }
    assertThat(await(ledger().beat(Heartbeat.of("eu", "process"))).regions())
        .isEqualTo(regions.size());
  }

  @Test
  @DisplayName("a region and a writer that read the same when joined are different components")
  public void joinedOwnersAreDifferent() {
    await(ledger()
        .push(List.of(
            new Component(cell("a"), "eu", "a-b", 1),
            new Component(cell("a"), "eu-a", "b", 2),
            new Component(cell("a"), "eu-a-b", TOGETHER, 4))));

    assertThat(sums(cell("a"), "eu")).isEqualTo(new Sums(cell("a"), 1, 6));
  }

  @Test
  @DisplayName("counts up to the largest plausible one are exact, larger ones are ignored")
  public void largeCountsAreExact() {
    long huge = CellKey.MAX_COUNT;
    push(cell("a"), "eu", huge - 1);
    push(cell("a"), "eu", huge);
    List.of(Long.MAX_VALUE, huge - 1).forEach(count -> push(cell("a"), "us", count));
    List.of("ap", "sa").forEach(region -> push(cell("a"), region, Long.MIN_VALUE));
    push(cell("a"), "af", huge + 1);

    assertThat(sums(cell("a"), "eu")).isEqualTo(new Sums(cell("a"), huge, huge - 1, 3));
  }

  @Test
  @DisplayName("a heartbeat counts regions, and the processes of the asking one")
  public void aHeartbeatCountsRegionsAndProcesses() {
    Ledger.Pulse alone = await(ledger().beat(Heartbeat.of("eu", "one")));
    await(ledger().beat(Heartbeat.of("eu", "two")));
    await(ledger().beat(Heartbeat.of("us", "one")));
    await(ledger().beat(Heartbeat.of("eu", "two")));
    Ledger.Pulse pulse = await(ledger().beat(Heartbeat.of("eu", "one")));

    assertThat(List.of(alone.regions(), alone.processes())).containsExactly(1, 1);
    assertThat(List.of(pulse.regions(), pulse.processes())).containsExactly(2, 2);
    assertThat(pulse.epochMillis()).isBetween(epochMillis() - 1_000, epochMillis() + 1_000);
  }

  @Test
  @DisplayName("a caller gets the component that it names separately from all others")
  public void anAskerGetsItsOwnComponentApart() {
    await(ledger()
        .push(List.of(
            new Component(cell("a"), "eu", "redis", 5),
            new Component(cell("a"), "eu", "other", 7),
            new Component(cell("a"), "us", "redis", 11))));

    Page page = await(ledger().pull(new Asker("eu", "redis"), Cursor.since(0), 100));
    assertThat(page.sums()).containsExactly(new Sums(cell("a"), 5, 18));
  }

  @Test
  @DisplayName("a heartbeat counts the region's origins and returns its predecessor")
  public void aHeartbeatCountsOrigins() {
    Ledger.Pulse first = await(ledger().beat(new Heartbeat("eu", "one", "redis", 3)));
    await(ledger().beat(new Heartbeat("us", "one", "far", 1)));
    await(ledger().beat(new Heartbeat("eu", "two", "", 1)));
    Ledger.Pulse same = await(ledger().beat(new Heartbeat("eu", "three", "redis", 1)));
    Ledger.Pulse other = await(ledger().beat(new Heartbeat("eu", "three", "other", 2)));
    await(ledger().beat(new Heartbeat("eu", "one", "redis", 2)));
    Ledger.Pulse last = await(ledger().beat(new Heartbeat("eu", "one", "other", 4)));

    assertThat(List.of(first.origins(), same.origins(), other.origins(), last.origins()))
        .containsExactly(1, 1, 2, 1);
    assertThat(List.of(first.isMixed(), same.isMixed())).containsExactly(false, true);
    assertThat(List.of(first.previousNumber(), other.previousNumber(), last.previousNumber()))
        .containsExactly(0L, 1L, 3L);
  }

  private Sums sums(CellKey cell, String region) {
    return pull(region, 0).sums().stream()
        .filter(sums -> sums.cell().equals(cell))
        .findAny()
        .orElseGet(() -> new Sums(cell, 0, 0));
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
