// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.CellKey;
import io.weir.SubjectKey;
import io.weir.ledger.Ledger;
import io.weir.ledger.Ledger.CellSums;
import io.weir.ledger.Ledger.Component;
import io.weir.ledger.Ledger.PullCursor;
import io.weir.ledger.Ledger.PullPage;
import io.weir.ledger.Ledger.PullRequester;
import io.weir.testkit.servers.Eventually;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The part of {@link LedgerContract} about pages. */
public abstract class PagingContract {
  static final long DAY = 86_400_000;
  static final String TOGETHER = "";
  private static final int PAGE = 3;
  private static final int CELLS = 20;

  /** More pages than any pull here can have. */
  private static final int MAX_PAGES = 1_000;

  private Ledger ledger;

  /** Read once, so that a test that runs past midnight uses one cell. */
  private long today;

  /** Creates an empty ledger, which the contract closes. */
  protected abstract Ledger createLedger();

  /** Lets at least this much time pass on the ledger's clock. */
  protected abstract void letTimePass(long millis);

  /** Returns Unix milliseconds on the ledger's clock, accurate to a second. */
  protected abstract long epochMillis();

  /** Waits for an answer. Overridden by subclasses that have to make it arrive. */
  protected <T> T await(CompletionStage<T> answer) {
    return Eventually.await(answer);
  }

  /** Called by JUnit. */
  @BeforeEach
  public void open() {
    ledger = createLedger();
    today = epochMillis() / DAY;
  }

  /** Called by JUnit. */
  @AfterEach
  public void close() {
    if (ledger != null) { // null if a test was skipped because a server was missing
      ledger.close();
    }
  }

  PagingContract() {}

  /** Returns the ledger under test. */
  Ledger ledger() {
    return ledger;
  }

  void push(CellKey cell, String region, long count) {
    assertThat(await(ledger.push(List.of(new Component(cell, region, TOGETHER, count)))))
        .as("rejections")
        .isEmpty();
  }

  /** Pulls all changes since then, in one page. */
  PullPage pull(String region, long since) {
    return await(ledger.pull(PullRequester.of(region), PullCursor.since(since), MAX_PAGES));
  }

  CellKey cell(String identifier) {
    return new CellKey(new SubjectKey("contract", "ledger", identifier, DAY), today);
  }

  private CellKey cell(int number) {
    return cell("page-" + number);
  }

  private void pushSome() {
    IntStream.range(0, CELLS).forEach(i -> push(cell(i), "eu", i + 1));
  }

  /** Reads small pages to the last one, and runs an action after each. */
  private List<PullPage> pages(long since, Runnable between) {
    List<PullPage> pages = new ArrayList<>();
    PullCursor next = PullCursor.since(since);
    do {
      PullPage pullPage = await(ledger.pull(PullRequester.of("us"), next, PAGE));
      pages.add(pullPage);
      next = pullPage.next();
      between.run();
    } while (!pages.get(pages.size() - 1).isLast() && pages.size() < MAX_PAGES);
    return pages;
  }

  private static Map<CellKey, Long> seen(List<PullPage> pages) {
    Map<CellKey, Long> seen = new HashMap<>();
    for (PullPage pullPage : pages) {
      pullPage
          .sums()
          .forEach(cellSums -> seen.merge(cellSums.cell(), cellSums.foreign(), Math::max));
    }
    return seen;
  }

  @Test
  public void pagesAreBoundedAndComplete() {
    pushSome();
    letTimePass(2);

    for (long since : new long[] {0, 1}) {
      List<PullPage> pages = pages(since, () -> {});

      assertThat(pages).allMatch(pullPage -> pullPage.sums().size() <= PAGE);
      assertThat(pages.stream().flatMap(pullPage -> pullPage.sums().stream()).map(CellSums::cell))
          .containsExactlyInAnyOrderElementsOf(
              IntStream.range(0, CELLS).mapToObj(this::cell).toList());
    }
  }

  @Test
  public void aFullPullMissesNoCellThatChanges() {
    pushSome();
    SplittableRandom random = new SplittableRandom(3);

    List<PullPage> pages = pages(0, () -> {
      letTimePass(2);
      IntStream.range(0, 5).forEach(i -> push(cell(random.nextInt(CELLS)), "eu", 1_000));
    });

    assertThat(seen(pages)).hasSize(CELLS);
    seen(pages).values().forEach(count -> assertThat(count).isPositive());
  }

  @Test
  public void changesBetweenPagesAreSeen() {
    pushSome();
    int[] raised = {0};

    List<PullPage> pages = pages(1, () -> {
      letTimePass(2);
      if (raised[0] < CELLS) {
        push(cell(raised[0]++), "eu", 1_000);
      }
      letTimePass(2);
    });

    assertThat(seen(pages)).hasSize(CELLS);
    for (int i = 0; i < raised[0] - 1; i++) { // the last one was raised after the last page
      assertThat(seen(pages)).containsEntry(cell(i), 1_000L);
    }
  }

  @Test
  public void aPullCanResumeAtAPagesWatermark() {
    push(cell(0), "ap", 1);
    for (int i = 0; i < CELLS; i++) {
      letTimePass(2);
      push(cell(i), "eu", i + 1);
    }
    letTimePass(2);
    push(cell(0), "ap", 100);

    PullPage first = await(ledger.pull(PullRequester.of("us"), PullCursor.since(1), PAGE));
    PullPage rest = pull("us", first.watermark());

    assertThat(seen(List.of(first, rest))).hasSize(CELLS).containsEntry(cell(0), 101L);
  }
}
