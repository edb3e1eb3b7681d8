// SPDX-License-Identifier: Apache-2.0
package io.weir.ledger;

import io.weir.CellKey;
import io.weir.reset.Resets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The counts that all regions share. A region's usage of a cell is the sum of its components: one for each origin that its
 * processes converge through, and one for each process that has no origin. A component holds an absolute amount, and every
 * admitted unit belongs to exactly one component.
 *
 * <p>An implementation keeps the larger of the old and the new value of a component, so that pushing is idempotent and
 * order does not matter, and lets a component go once its cell can no longer matter. It holds no policy: no retries, no
 * defaults. A failed call completes with {@link LedgerUnavailable}. Calls never block, and may come from any thread.
 */
public interface Ledger extends AutoCloseable {

  /** Raises each component to at least its count, all of them or none, save those that it rejects and names. */
  CompletionStage<List<Rejection>> push(List<Component> components);

  /**
   * For live cells of which any component changed since the cursor's watermark, the sums over all of its components: a page
   * of at most so many cells. Who follows the pages to the last one gets every such cell, in the state of some instant after
   * the first page was asked for or a later one, whatever changes meanwhile.
   */
  CompletionStage<PullPage> pull(PullRequester pullRequester, PullCursor from, int limit);

  /** Records that a process is alive, and answers what the ledger knows of the other processes and regions. */
  CompletionStage<LedgerStatus> heartbeat(LedgerHeartbeat ledgerHeartbeat);

  /** A process ends: it is not counted any more. Its region still is. */
  default CompletionStage<Void> leave(String region, String incarnation) {
    return CompletableFuture.completedFuture(null);
  }

  /** The resets that it keeps beside the counts. */
  default Resets resets() {
    return Resets.NONE;
  }

  @Override
  void close();

  /**
   * A part of what one region admitted into one cell.
   *
   * @param cell which window
   * @param region who admitted it
   * @param writer who writes the component: the data set of an origin, for all processes that converge through it; or a
   *     process without an origin, under a name that no other process ever uses
   * @param count everything admitted so far
   */
  record Component(CellKey cell, String region, String writer, long count) {}

  /**
   * A component that the ledger refuses for what it is, and would refuse again.
   *
   * @param index its place in the list that was pushed
   * @param reason why
   */
  record Rejection(int index, String reason) {}

  /**
   * Who pulls.
   *
   * @param region the name of its region
   * @param writer the component that its own count is part of: the data set of its origin; empty without an origin
   */
  record PullRequester(String region, String writer) {
    /** A process without an origin. */
    public static PullRequester of(String region) {
      return new PullRequester(region, "");
    }
  }

  /**
   * What was admitted into one cell, seen from the asker. Both parts together are the sum of all components.
   *
   * @param cell which window
   * @param regional what the asker's own count is part of: the component that it named; without one, all components of its
   *     region
   * @param foreign the sum of all other components
   * @param skipped how many components are in neither, because nobody can have admitted what they say:
   *     see {@link CellKey#MAX_COUNT}
   */
  record CellSums(CellKey cell, long regional, long foreign, int skipped) {
    /** Of components that are all plausible. */
    public CellSums(CellKey cell, long regional, long foreign) {
      this(cell, regional, foreign, 0);
    }
  }

  /**
   * Where a page begins.
   *
   * @param since cells that changed since this watermark, in the order of their changes; if it is 0, every live cell, in an
   *     order that changes do not affect
   * @param position how far the pages before came, in the ledger's own words; empty at the beginning
   */
  record PullCursor(long since, String position) {
    /** The beginning of what changed since a watermark, or of everything if it is 0. */
    public static PullCursor since(long watermark) {
      return new PullCursor(watermark, "");
    }

    /** Behind this place. */
    public PullCursor after(String read) {
      return new PullCursor(since, read);
    }

    /** Whether every live cell is asked for. */
    public boolean isFull() {
      return since <= 0;
    }

    /** Whether no page was read before. */
    public boolean isAtBeginning() {
      return position.isEmpty();
    }
  }

  /**
   * A part of the answer to a pull.
   *
   * @param sums one entry per changed cell
   * @param watermark the newest change that led to an entry, by the ledger's own clock; what changed since a watermark has
   *     been read up to here
   * @param next where the next page begins
   * @param isLast whether that page would be empty, but for what changes from now on
   */
  record PullPage(List<CellSums> sums, long watermark, PullCursor next, boolean isLast) {
    /** The only page. */
    public PullPage(List<CellSums> sums, long watermark) {
      this(sums, watermark, PullCursor.since(watermark), true);
    }
  }

  /**
   * The sign of life of a process.
   *
   * @param region the name of its region
   * @param incarnation the process
   * @param origin the data set of its origin; empty without an origin, or as long as it is not known
   * @param number the higher, the later of this incarnation
   */
  record LedgerHeartbeat(String region, String incarnation, String origin, long number) {
    /** The first one of a process without an origin. */
    public static LedgerHeartbeat of(String region, String incarnation) {
      return new LedgerHeartbeat(region, incarnation, "", 1);
    }
  }

  /**
   * What the ledger knows of the other processes and regions.
   *
   * @param regions how many regions had a heartbeat within a day, the asker's included
   * @param processes how many processes of the asker's region are alive
   * @param origins how many different origins these processes have
   * @param isMixed whether they have different origins, or some have none: then they converge through the ledger alone
   * @param previousNumber the highest number before this one under the same incarnation; 0 if there was none
   * @param epochMillis the ledger's own clock
   */
  record LedgerStatus(
      int regions,
      int processes,
      int origins,
      boolean isMixed,
      long previousNumber,
      long epochMillis) {}
}
