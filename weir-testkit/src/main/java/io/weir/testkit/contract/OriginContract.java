// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.weir.CellKey;
import io.weir.SubjectKey;
import io.weir.origin.Origin;
import io.weir.origin.Origin.Account;
import io.weir.origin.Origin.Addition;
import io.weir.origin.Origin.Memory;
import io.weir.origin.Origin.Outcome;
import io.weir.origin.Origin.Publication;
import io.weir.origin.Origin.Query;
import io.weir.origin.Origin.Receipt;
import io.weir.origin.Origin.Restoration;
import io.weir.origin.Origin.Usage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What every origin must keep to. An implementation's test extends this and says how to make one. */
public abstract class OriginContract extends HeartbeatContract {
  private static final String NOBODY = "nobody";

  @Test
  @DisplayName("an unknown cell holds 0")
  public void anUnknownCellHoldsNothing() {
    assertThat(read(cell("never"), NOBODY)).isZero();
  }

  @Test
  @DisplayName("counts that a writer published are read by others")
  public void whatAWriterPublishedIsReadByOthers() {
    publish(cell("a"), "one", 7);

    assertThat(read(cell("a"), "two")).isEqualTo(7);
  }

  @Test
  @DisplayName("a smaller count never lowers a field")
  public void aSmallerCountNeverLowersAField() {
    publish(cell("a"), "one", 7);
    Receipt late = publish(cell("a"), "one", 3);

    assertThat(late.before()).isEqualTo(7);
    assertThat(read(cell("a"), NOBODY)).isEqualTo(7);
  }

  @Test
  @DisplayName("publishing the same count twice counts it once")
  public void aDuplicateCountsOnce() {
    publish(cell("a"), "one", 7);
    publish(cell("a"), "one", 7);

    assertThat(read(cell("a"), NOBODY)).isEqualTo(7);
  }

  @Test
  @DisplayName("a duplicate within one batch counts once")
  public void aDuplicateWithinABatchCountsOnce() {
    Publication same = new Publication(cell("a"), "one", 7, LONG_LIFE);

    List<Receipt> receipts = await(origin().publish(List.of(same, same)));

    assertThat(receipts)
        .extracting(Receipt::siblings, Receipt::before)
        .containsExactly(tuple(0L, 0L), tuple(0L, 7L));
    assertThat(read(cell("a"), NOBODY)).isEqualTo(7);
  }

  @Test
  @DisplayName("a larger count replaces the smaller one, and is not added to it")
  public void aLargerCountReplacesTheSmallerOne() {
    publish(cell("a"), "one", 3);
    publish(cell("a"), "one", 7);

    assertThat(read(cell("a"), NOBODY)).isEqualTo(7);
  }

  @Test
  @DisplayName("the order of publishes does not matter")
  public void theOrderOfPublishesDoesNotMatter() {
    for (int seed = 0; seed < 20; seed++) {
      CellKey cell = cell("order-" + seed);
      List<Publication> publications = new ArrayList<>();
      for (int writer = 1; writer <= 4; writer++) {
        for (int count = 1; count <= 3; count++) {
          publications.add(new Publication(cell, "w" + writer, 10L * writer * count, LONG_LIFE));
        }
      }
      publications.addAll(publications.subList(0, 5)); // some of them twice
      shuffle(publications, seed);

      publications.forEach(publication -> await(origin().publish(List.of(publication))));

      assertThat(read(cell, NOBODY)).as("seed %s", seed).isEqualTo(30 + 60 + 90 + 120);
      assertThat(read(cell, "w2")).as("seed %s", seed).isEqualTo(30 + 90 + 120);
    }
  }

  @Test
  @DisplayName(
      "a writer's own field is never among its siblings, neither in a read nor in a receipt")
  public void ownIsNeverASibling() {
    publish(cell("a"), "one", 7);
    Receipt second = publish(cell("a"), "two", 5);
    Receipt first = publish(cell("a"), "one", 8);

    assertSays(second, 7, 0);
    assertSays(first, 5, 7);
    assertThat(read(cell("a"), "one")).isEqualTo(5);
    assertThat(read(cell("a"), "two")).isEqualTo(8);
  }

  @Test
  @DisplayName("generations of one incarnation are different writers")
  public void generationsAreDifferentWriters() {
    publish(cell("a"), "abc.1", 7);
    publish(cell("a"), "abc.10", 5);

    assertThat(publish(cell("a"), "abc.11", 1).siblings()).isEqualTo(12);
    assertThat(read(cell("a"), "abc.1")).isEqualTo(6);
  }

  @Test
  @DisplayName(
      "a receipt contains the previous value of the field, which shows whether it was lost")
  public void aReceiptTellsWhatTheFieldHeldBefore() {
    assertThat(publish(cell("a"), "one", 7).before()).isZero();
    assertThat(publish(cell("a"), "one", 9).before()).isEqualTo(7);
    assertThat(publish(cell("a"), "one", 9).before()).isEqualTo(9);
    if (tryWipe()) {
      assertThat(publish(cell("a"), "one", 9).before()).isZero();
      assertThat(read(cell("a"), NOBODY)).isEqualTo(9);
    }
  }

  @Test
  @DisplayName("batches are answered in order, cell by cell")
  public void batchesAreAnsweredInOrder() {
    List<Publication> publications = IntStream.range(0, 100)
        .mapToObj(i -> new Publication(cell("c" + i), "one", i + 1, LONG_LIFE))
        .toList();
    await(origin().publish(publications));
    List<Publication> shuffled = new ArrayList<>(publications);
    shuffle(shuffled, 1);

    List<Receipt> receipts = await(origin().publish(shuffled));
    List<Long> sums = await(origin()
        .read(shuffled.stream()
            .map(publication -> new Query(publication.cell(), NOBODY))
            .toList()));

    List<Long> counts = shuffled.stream().map(Publication::count).toList();
    assertThat(receipts).extracting(Receipt::before).containsExactlyElementsOf(counts);
    assertThat(sums).containsExactlyElementsOf(counts);
  }

  @Test
  @DisplayName("both cells of a subject are read and published in one call and stored separately")
  public void bothCellsOfASubjectGoTogether() {
    CellKey current = cell("a");
    CellKey previous = new CellKey(current.subject(), current.sequence() - 1);

    await(origin()
        .publish(List.of(
            new Publication(previous, "one", 7, LONG_LIFE),
            new Publication(current, "one", 3, LONG_LIFE))));

    assertThat(await(origin().read(List.of(new Query(current, "two"), new Query(previous, "two")))))
        .containsExactly(3L, 7L);
  }

  @Test
  @DisplayName("a cell is deleted once its time-to-live has passed, and not before")
  public void timeToLiveIsHonoured() {
    await(origin().publish(List.of(new Publication(cell("short"), "one", 7, SHORT_LIFE))));
    publish(cell("long"), "one", 5);
    assertThat(read(cell("short"), NOBODY)).isEqualTo(7);

    letTimePass(SHORT_LIFE + 100);

    assertThat(read(cell("short"), NOBODY)).isZero();
    assertThat(read(cell("long"), NOBODY)).isEqualTo(5);
  }

  @Test
  @DisplayName("a later publish never shortens a cell's time-to-live")
  public void aLaterPublishNeverShortensACellsLife() {
    publish(cell("a"), "one", 7);
    await(origin().publish(List.of(new Publication(cell("a"), "two", 5, SHORT_LIFE))));

    letTimePass(SHORT_LIFE + 100);

    assertThat(read(cell("a"), NOBODY)).isEqualTo(12);
  }

  @Test
  @DisplayName(
      "a duplicate that arrives after the cell was deleted restores no more than was published")
  public void aDuplicateAfterExpiryIsHarmless() {
    Publication publication = new Publication(cell("a"), "one", 7, SHORT_LIFE);
    await(origin().publish(List.of(publication)));
    letTimePass(SHORT_LIFE + 100);

    Receipt late = await(origin().publish(List.of(publication))).get(0);

    assertSays(late, 0, 0);
    assertThat(read(cell("a"), NOBODY)).isEqualTo(7);
    assertThat(read(cell("a"), "one")).isZero();
    letTimePass(SHORT_LIFE + 100);
    assertThat(read(cell("a"), NOBODY)).isZero();
  }

  @Test
  @DisplayName("subjects that look alike are different subjects")
  public void subjectsThatLookAlikeAreDifferent() {
    List<CellKey> cells = LookAlikes.subjects().stream()
        .map(subject -> new CellKey(subject, 28_000_000))
        .toList();
    List<Publication> publications = IntStream.range(0, cells.size())
        .mapToObj(i -> new Publication(cells.get(i), "one", i + 1, LONG_LIFE))
        .toList();

    List<Receipt> receipts = await(origin().publish(publications));
    List<Long> sums =
        await(origin().read(cells.stream().map(cell -> new Query(cell, NOBODY)).toList()));

    assertThat(receipts).allMatch(receipt -> receipt.before() == 0 && receipt.siblings() == 0);
    for (int i = 0; i < cells.size(); i++) {
      assertThat(sums.get(i)).as("%s", cells.get(i)).isEqualTo(i + 1);
    }
  }

  @Test
  @DisplayName("counts up to the largest plausible one are exact")
  public void largeCountsAreExact() {
    long huge = CellKey.MAX_COUNT;
    publish(cell("a"), "one", huge - 1);
    publish(cell("a"), "one", huge);
    Receipt receipt = publish(cell("a"), "two", huge - 1);

    assertSays(receipt, huge, 0);
    assertThat(read(cell("a"), NOBODY)).isEqualTo(2 * huge - 1);
  }

  @Test
  @DisplayName("a restore adds only what the other writers' fields do not explain, and only once")
  public void restoringWritesBackWhatIsMissing() {
    if (origin().isExclusive()) {
      return; // nobody else ever wrote
    }
    publish(cell("a"), "one", 5);
    publish(cell("a"), "two", 7);
    Restoration ofOne = new Restoration(cell("a"), "one", 17, LONG_LIFE); // ten of the dead
    Restoration ofTwo = new Restoration(cell("a"), "two", 13, LONG_LIFE); // knew of only eight
    Restoration known = new Restoration(cell("b"), "one", 0, LONG_LIFE);

    await(origin().restore(List.of(ofOne, known)));
    await(origin().restore(List.of(ofTwo, ofOne)));

    assertThat(read(cell("a"), "one")).isEqualTo(17);
    assertThat(read(cell("a"), "two")).isEqualTo(15);
    assertThat(read(cell("b"), "one")).isZero();
  }

  @Test
  @DisplayName(
      "a cell or field that may not be created is not created, but existing or reserved ones are raised")
  public void onlyWhatMayBeIsCreated() {
    if (origin().isExclusive()) {
      return; // it has a budget of its own
    }
    assertThat(publishModestly("one", 7, 2)).isEqualTo(Receipt.of(Outcome.NO_ROOM));
    assertThat(read(cell("a"), NOBODY)).isZero();
    publish(cell("a"), "two", 5);

    assertThat(publishModestly("one", 7, 1)).isEqualTo(Receipt.of(Outcome.NO_ROOM, 5));
    assertThat(read(cell("a"), NOBODY)).isEqualTo(5);
    Receipt reserved = publishModestly("one", 7, 2);
    assertSays(reserved, 5, 0);
    assertThat(publishModestly("three", 1, 2)).isEqualTo(Receipt.of(Outcome.NO_ROOM, 12));
    assertSays(publishModestly("one", 8, 1), 5, 7);
    assertThat(read(cell("a"), NOBODY)).isEqualTo(13);
  }

  private Receipt publishModestly(String field, long count, int reserved) {
    Publication modest = new Publication(cell("a"), field, count, LONG_LIFE, false, reserved);
    return await(origin().publish(List.of(modest))).get(0);
  }

  @Test
  @DisplayName("a full cell accepts no new fields, but still raises those it has")
  public void theFieldsOfACellAreBounded() {
    if (origin().isExclusive()) {
      return; // it has one writer
    }
    await(origin()
        .publish(IntStream.range(0, Origin.MAX_FIELDS)
            .mapToObj(i -> new Publication(cell("a"), "one." + i, 2, LONG_LIFE))
            .toList()));

    Receipt late = publish(cell("a"), "one.late", 1);

    assertThat(late).isEqualTo(Receipt.of(Outcome.CROWDED, 2 * Origin.MAX_FIELDS));
    assertSays(publish(cell("a"), "one.0", 3), 2 * Origin.MAX_FIELDS - 2, 2);
    assertThat(read(cell("a"), NOBODY)).isEqualTo(2 * Origin.MAX_FIELDS + 1);
  }

  @Test
  @DisplayName("implausible counts are ignored and reported, and the rest is counted")
  public void implausibleCountsAreLeftOut() {
    if (origin().isExclusive()) {
      return; // nobody else writes
    }
    List<CellKey> reported = new CopyOnWriteArrayList<>();
    origin().onFault((cell, isReadable, what) -> reported.add(cell));
    publish(cell("a"), "one", 7);
    publish(cell("a"), "two", CellKey.MAX_COUNT + 1);
    publish(cell("a"), "three", Long.MAX_VALUE);
    publish(cell("a"), "four", -1);
    reported.clear();

    assertThat(read(cell("a"), NOBODY)).isEqualTo(7);
    assertThat(reported).containsOnly(cell("a"));
    reported.clear();
    assertThat(publish(cell("a"), "five", 1).siblings()).isEqualTo(7);
    assertThat(reported).containsOnly(cell("a"));
  }

  @Test
  @DisplayName("the memory of a workspace's cells is counted, for whichever process asks")
  public void memoryIsAccountedFor() {
    if (origin().isExclusive()) {
      return; // it has a budget of its own
    }
    Memory first =
        publish(cell("a"), "one", 7).added().plus(publish(cell("b"), "one", 1).added());
    Memory second = publish(cell("a"), "two", 7).added();
    Publication reserved = new Publication(cell("b"), "two", 7, LONG_LIFE, true, 2);
    assertThat(await(origin().publish(List.of(reserved))).get(0).added()).isEqualTo(Memory.NONE);
    assertThat(publish(cell("a"), "one", 9).added()).isEqualTo(Memory.NONE);
    assertThat(first.cells()).isEqualTo(2);
    assertThat(second.cells()).isZero();
    assertThat(second.bytes()).isBetween(1L, first.bytes() / 2);

    assertThat(account(new Addition("contract", 2 * LONG_LIFE, second)).workspaces())
        .containsExactly(second, Memory.NONE);
    Usage usage = account(new Addition("contract", LONG_LIFE, first));

    assertThat(usage.workspaces()).containsExactly(first.plus(second), Memory.NONE);
    assertThat(usage.total()).isEqualTo(first.plus(second));
    if (tryWipe()) {
      assertThat(await(origin().account(new Account(List.of(), List.of("contract"))))
              .total())
          .isEqualTo(Memory.NONE);
    }
  }

  private Usage account(Addition addition) {
    return await(origin().account(new Account(List.of(addition), List.of("contract", "another"))));
  }

  private static void assertSays(Receipt receipt, long siblings, long before) {
    assertThat(receipt.outcome()).isEqualTo(Outcome.STORED);
    assertThat(receipt.siblings()).isEqualTo(siblings);
    assertThat(receipt.before()).isEqualTo(before);
  }

  private Receipt publish(CellKey cell, String field, long count) {
    return await(origin().publish(List.of(new Publication(cell, field, count, LONG_LIFE))))
        .get(0);
  }

  private long read(CellKey cell, String field) {
    return await(origin().read(List.of(new Query(cell, field)))).get(0);
  }

  private static CellKey cell(String identifier) {
    return new CellKey(new SubjectKey("contract", "origin", identifier, 60_000), 28_000_000);
  }

  private static void shuffle(List<?> list, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = list.size() - 1; i > 0; i--) {
      Collections.swap(list, i, random.nextInt(i + 1));
    }
  }
}
