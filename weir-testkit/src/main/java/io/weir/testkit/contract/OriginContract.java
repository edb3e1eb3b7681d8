// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.CellKey;
import io.weir.SubjectKey;
import io.weir.origin.Origin.Publication;
import io.weir.origin.Origin.Query;
import io.weir.origin.Origin.Receipt;
import io.weir.origin.Origin.Restoration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
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
  @DisplayName("what a writer published is read by others")
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

    assertThat(receipts).containsExactly(new Receipt(0, 0), new Receipt(0, 7));
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

    assertThat(second).isEqualTo(new Receipt(7, 0));
    assertThat(first).isEqualTo(new Receipt(5, 7));
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
  @DisplayName("a receipt tells what the field held before, and so whether it was lost")
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
  @DisplayName("both cells of a subject are read and published in one call, and kept apart")
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
  @DisplayName("a cell is gone once its time-to-live has passed, and not before")
  public void timeToLiveIsHonoured() {
    await(origin().publish(List.of(new Publication(cell("short"), "one", 7, SHORT_LIFE))));
    publish(cell("long"), "one", 5);
    assertThat(read(cell("short"), NOBODY)).isEqualTo(7);

    letTimePass(SHORT_LIFE + 100);

    assertThat(read(cell("short"), NOBODY)).isZero();
    assertThat(read(cell("long"), NOBODY)).isEqualTo(5);
  }

  @Test
  @DisplayName("a later publish never shortens a cell's life")
  public void aLaterPublishNeverShortensACellsLife() {
    publish(cell("a"), "one", 7);
    await(origin().publish(List.of(new Publication(cell("a"), "two", 5, SHORT_LIFE))));

    letTimePass(SHORT_LIFE + 100);

    assertThat(read(cell("a"), NOBODY)).isEqualTo(12);
  }

  @Test
  @DisplayName(
      "a duplicate that arrives after the cell has gone brings back no more than was published")
  public void aDuplicateAfterExpiryIsHarmless() {
    Publication publication = new Publication(cell("a"), "one", 7, SHORT_LIFE);
    await(origin().publish(List.of(publication)));
    letTimePass(SHORT_LIFE + 100);

    Receipt late = await(origin().publish(List.of(publication))).get(0);

    assertThat(late).isEqualTo(new Receipt(0, 0));
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
  @DisplayName("counts up to a quarter of the largest long are exact")
  public void largeCountsAreExact() {
    long huge = Long.MAX_VALUE / 4;
    publish(cell("a"), "one", huge - 1);
    publish(cell("a"), "one", huge);
    Receipt receipt = publish(cell("a"), "two", huge - 1);

    assertThat(receipt).isEqualTo(new Receipt(huge, 0));
    assertThat(read(cell("a"), NOBODY)).isEqualTo(2 * huge - 1);
  }

  @Test
  @DisplayName(
      "what is restored is what the other writers' fields do not explain, once, however often")
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
