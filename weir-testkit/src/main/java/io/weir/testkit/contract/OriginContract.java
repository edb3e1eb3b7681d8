// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.weir.CellKey;
import io.weir.SubjectKey;
import io.weir.origin.Origin;
import io.weir.origin.Origin.Addition;
import io.weir.origin.Origin.OriginMemory;
import io.weir.origin.Origin.OriginSpaceUsage;
import io.weir.origin.Origin.Publication;
import io.weir.origin.Origin.PublishOutcome;
import io.weir.origin.Origin.Query;
import io.weir.origin.Origin.Receipt;
import io.weir.origin.Origin.Restoration;
import io.weir.origin.Origin.UsageReport;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The contract of every origin. An implementation's test extends this class and creates the origin. */
public abstract class OriginContract extends HeartbeatContract {
  private static final String NO_WRITER = "nobody";

  @Test
  public void anUnknownCellHoldsNothing() {
    assertThat(read(cell("never"), NO_WRITER)).isZero();
  }

  @Test
  public void publishedCountsAreReadByOthers() {
    publish(cell("a"), "one", 7);

    assertThat(read(cell("a"), "two")).isEqualTo(7);
  }

  @Test
  public void aSmallerCountNeverLowersAField() {
    publish(cell("a"), "one", 7);
    Receipt late = publish(cell("a"), "one", 3);

    assertThat(late.before()).isEqualTo(7);
    assertThat(read(cell("a"), NO_WRITER)).isEqualTo(7);
  }

  @Test
  public void aDuplicateCountsOnce() {
    publish(cell("a"), "one", 7);
    publish(cell("a"), "one", 7);

    assertThat(read(cell("a"), NO_WRITER)).isEqualTo(7);
  }

  @Test
  public void aDuplicateWithinABatchCountsOnce() {
    Publication same = new Publication(cell("a"), "one", 7, LONG_LIFE);

    List<Receipt> receipts = await(origin().publish(List.of(same, same)));

    assertThat(receipts)
        .extracting(Receipt::siblings, Receipt::before)
        .containsExactly(tuple(0L, 0L), tuple(0L, 7L));
    assertThat(read(cell("a"), NO_WRITER)).isEqualTo(7);
  }

  @Test
  public void aLargerCountReplacesTheSmallerOne() {
    publish(cell("a"), "one", 3);
    publish(cell("a"), "one", 7);

    assertThat(read(cell("a"), NO_WRITER)).isEqualTo(7);
  }

  @Test
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

      assertThat(read(cell, NO_WRITER)).as("seed %s", seed).isEqualTo(30 + 60 + 90 + 120);
      assertThat(read(cell, "w2")).as("seed %s", seed).isEqualTo(30 + 90 + 120);
    }
  }

  @Test
  public void ownCountsAreNeverSiblings() {
    publish(cell("a"), "one", 7);
    Receipt second = publish(cell("a"), "two", 5);
    Receipt first = publish(cell("a"), "one", 8);

    assertReceipt(second, 7, 0);
    assertReceipt(first, 5, 7);
    assertThat(read(cell("a"), "one")).isEqualTo(5);
    assertThat(read(cell("a"), "two")).isEqualTo(8);
  }

  @Test
  public void generationsAreDifferentWriters() {
    publish(cell("a"), "abc.1", 7);
    publish(cell("a"), "abc.10", 5);

    assertThat(publish(cell("a"), "abc.11", 1).siblings()).isEqualTo(12);
    assertThat(read(cell("a"), "abc.1")).isEqualTo(6);
  }

  @Test
  public void aReceiptHasThePreviousValueOfTheField() {
    assertThat(publish(cell("a"), "one", 7).before()).isZero();
    assertThat(publish(cell("a"), "one", 9).before()).isEqualTo(7);
    assertThat(publish(cell("a"), "one", 9).before()).isEqualTo(9);
    if (tryWipe()) {
      assertThat(publish(cell("a"), "one", 9).before()).isZero();
      assertThat(read(cell("a"), NO_WRITER)).isEqualTo(9);
    }
  }

  @Test
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
            .map(publication -> new Query(publication.cell(), NO_WRITER))
            .toList()));

    List<Long> counts = shuffled.stream().map(Publication::count).toList();
    assertThat(receipts).extracting(Receipt::before).containsExactlyElementsOf(counts);
    assertThat(sums).containsExactlyElementsOf(counts);
  }

  @Test
  public void bothCellsOfASubjectAreStoredSeparately() {
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
  public void aCellIsDeletedWhenItsTimeToLiveEnds() {
    await(origin().publish(List.of(new Publication(cell("short"), "one", 7, SHORT_LIFE))));
    publish(cell("long"), "one", 5);
    assertThat(read(cell("short"), NO_WRITER)).isEqualTo(7);

    letTimePass(SHORT_LIFE + 100);

    assertThat(read(cell("short"), NO_WRITER)).isZero();
    assertThat(read(cell("long"), NO_WRITER)).isEqualTo(5);
  }

  @Test
  public void aLaterPublishNeverShortensTheTimeToLive() {
    publish(cell("a"), "one", 7);
    await(origin().publish(List.of(new Publication(cell("a"), "two", 5, SHORT_LIFE))));

    letTimePass(SHORT_LIFE + 100);

    assertThat(read(cell("a"), NO_WRITER)).isEqualTo(12);
  }

  @Test
  public void aDuplicateAfterExpiryIsHarmless() {
    Publication publication = new Publication(cell("a"), "one", 7, SHORT_LIFE);
    await(origin().publish(List.of(publication)));
    letTimePass(SHORT_LIFE + 100);

    Receipt late = await(origin().publish(List.of(publication))).get(0);

    assertReceipt(late, 0, 0);
    assertThat(read(cell("a"), NO_WRITER)).isEqualTo(7);
    assertThat(read(cell("a"), "one")).isZero();
    letTimePass(SHORT_LIFE + 100);
    assertThat(read(cell("a"), NO_WRITER)).isZero();
  }

  @Test
  public void similarSubjectsAreDifferent() {
    List<CellKey> cells = ConfusableSubjects.subjects().stream()
        .map(subject -> new CellKey(subject, 28_000_000))
        .toList();
    List<Publication> publications = IntStream.range(0, cells.size())
        .mapToObj(i -> new Publication(cells.get(i), "one", i + 1, LONG_LIFE))
        .toList();

    List<Receipt> receipts = await(origin().publish(publications));
    List<Long> sums = await(
        origin().read(cells.stream().map(cell -> new Query(cell, NO_WRITER)).toList()));

    assertThat(receipts).allMatch(receipt -> receipt.before() == 0 && receipt.siblings() == 0);
    for (int i = 0; i < cells.size(); i++) {
      assertThat(sums.get(i)).as("%s", cells.get(i)).isEqualTo(i + 1);
    }
  }

  @Test
  public void largeCountsAreExact() {
    long huge = CellKey.MAX_COUNT;
    publish(cell("a"), "one", huge - 1);
    publish(cell("a"), "one", huge);
    Receipt receipt = publish(cell("a"), "two", huge - 1);

    assertReceipt(receipt, huge, 0);
    assertThat(read(cell("a"), NO_WRITER)).isEqualTo(2 * huge - 1);
  }

  @Test
  public void aRestoreAddsOnlyWhatIsMissing() {
    if (origin().isExclusive()) {
      return; // no other process ever wrote
    }
    publish(cell("a"), "one", 5);
    publish(cell("a"), "two", 7);
    Restoration ofOne = new Restoration(cell("a"), "one", 17, LONG_LIFE); // ten of the dead process
    Restoration ofTwo = new Restoration(cell("a"), "two", 13, LONG_LIFE); // it knew only eight
    Restoration known = new Restoration(cell("b"), "one", 0, LONG_LIFE);

    await(origin().restore(List.of(ofOne, known)));
    await(origin().restore(List.of(ofTwo, ofOne)));

    assertThat(read(cell("a"), "one")).isEqualTo(17);
    assertThat(read(cell("a"), "two")).isEqualTo(15);
    assertThat(read(cell("b"), "one")).isZero();
  }

  @Test
  public void forbiddenCellsAndFieldsAreNotCreated() {
    if (origin().isExclusive()) {
      return; // it has its own budget
    }
    assertThat(publishReserved("one", 7, 2)).isEqualTo(Receipt.of(PublishOutcome.NO_ROOM));
    assertThat(read(cell("a"), NO_WRITER)).isZero();
    publish(cell("a"), "two", 5);

    assertThat(publishReserved("one", 7, 1)).isEqualTo(Receipt.of(PublishOutcome.NO_ROOM, 5));
    assertThat(read(cell("a"), NO_WRITER)).isEqualTo(5);
    Receipt reserved = publishReserved("one", 7, 2);
    assertReceipt(reserved, 5, 0);
    assertThat(publishReserved("three", 1, 2)).isEqualTo(Receipt.of(PublishOutcome.NO_ROOM, 12));
    assertReceipt(publishReserved("one", 8, 1), 5, 7);
    assertThat(read(cell("a"), NO_WRITER)).isEqualTo(13);
  }

  private Receipt publishReserved(String field, long count, int reserved) {
    Publication modest = new Publication(cell("a"), field, count, LONG_LIFE, false, reserved);
    return await(origin().publish(List.of(modest))).get(0);
  }

  @Test
  public void theFieldsOfACellAreBounded() {
    if (origin().isExclusive()) {
      return; // it has one writer
    }
    await(origin()
        .publish(IntStream.range(0, Origin.MAX_FIELDS)
            .mapToObj(i -> new Publication(cell("a"), "one." + i, 2, LONG_LIFE))
            .toList()));

    Receipt late = publish(cell("a"), "one.late", 1);

    assertThat(late).isEqualTo(Receipt.of(PublishOutcome.TOO_MANY_FIELDS, 2 * Origin.MAX_FIELDS));
    assertReceipt(publish(cell("a"), "one.0", 3), 2 * Origin.MAX_FIELDS - 2, 2);
    assertThat(read(cell("a"), NO_WRITER)).isEqualTo(2 * Origin.MAX_FIELDS + 1);
  }

  @Test
  public void implausibleCountsAreIgnoredAndReported() {
    if (origin().isExclusive()) {
      return; // no other process writes
    }
    List<CellKey> reported = new CopyOnWriteArrayList<>();
    origin().onFault((cell, isReadable, what) -> reported.add(cell));
    publish(cell("a"), "one", 7);
    publish(cell("a"), "two", CellKey.MAX_COUNT + 1);
    publish(cell("a"), "three", Long.MAX_VALUE);
    publish(cell("a"), "four", -1);
    reported.clear();

    assertThat(read(cell("a"), NO_WRITER)).isEqualTo(7);
    assertThat(reported).containsOnly(cell("a"));
    reported.clear();
    assertThat(publish(cell("a"), "five", 1).siblings()).isEqualTo(7);
    assertThat(reported).containsOnly(cell("a"));
  }

  @Test
  public void theMemoryOfAWorkspacesCellsIsCounted() {
    if (origin().isExclusive()) {
      return; // it has its own budget
    }
    OriginMemory first =
        publish(cell("a"), "one", 7).added().plus(publish(cell("b"), "one", 1).added());
    OriginMemory second = publish(cell("a"), "two", 7).added();
    Publication reserved = new Publication(cell("b"), "two", 7, LONG_LIFE, true, 2);
    assertThat(await(origin().publish(List.of(reserved))).get(0).added())
        .isEqualTo(OriginMemory.NONE);
    assertThat(publish(cell("a"), "one", 9).added()).isEqualTo(OriginMemory.NONE);
    assertThat(first.cells()).isEqualTo(2);
    assertThat(second.cells()).isZero();
    assertThat(second.bytes()).isBetween(1L, first.bytes() / 2);

    assertThat(account(new Addition("contract", 2 * LONG_LIFE, second)).workspaces())
        .containsExactly(second, OriginMemory.NONE);
    OriginSpaceUsage originSpaceUsage = account(new Addition("contract", LONG_LIFE, first));

    assertThat(originSpaceUsage.workspaces())
        .containsExactly(first.plus(second), OriginMemory.NONE);
    assertThat(originSpaceUsage.total()).isEqualTo(first.plus(second));
    if (tryWipe()) {
      assertThat(await(origin().reportUsage(new UsageReport(List.of(), List.of("contract"))))
              .total())
          .isEqualTo(OriginMemory.NONE);
    }
  }

  private OriginSpaceUsage account(Addition addition) {
    return await(
        origin().reportUsage(new UsageReport(List.of(addition), List.of("contract", "another"))));
  }

  private static void assertReceipt(Receipt receipt, long siblings, long before) {
    assertThat(receipt.outcome()).isEqualTo(PublishOutcome.STORED);
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
