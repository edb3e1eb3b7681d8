// SPDX-License-Identifier: Apache-2.0
package io.weir.ledger;

import io.weir.CellKey;
import io.weir.reset.Resets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The counts that all regions share. A region's usage of a cell is the sum of its components: one for each origin that
 * its processes converge through, and one for each process that has no origin. A component holds an absolute amount,
 * and every admitted unit belongs to exactly one component.
 *
 * <p>An implementation keeps the larger of the old and the new value of a component, so that pushing is idempotent and
 * order does not matter, and removes a component once its cell can no longer matter. It holds no policy: no retries,
 * no defaults. A failed call completes with {@link LedgerUnavailable}. Calls never block, and may come from any
 * thread.
 */
public interface Ledger extends AutoCloseable {

  /**
   * Raises each component to at least its count: all of them or none, except those that it rejects. Returns the
   * rejected ones.
   */
  CompletionStage<List<Rejection>> push(List<Component> components);

  /**
   * Returns, for live cells of which any component changed since the cursor's watermark, the sums over all of its
   * components: a page of at most {@code limit} cells. A caller that reads all pages gets every such cell, in its
   * state at some instant after the first page was requested, whatever changes meanwhile.
   */
  CompletionStage<PullPage> pull(PullRequester pullRequester, PullCursor from, int limit);

  /** Records that a process is alive, and returns what the ledger knows of the other processes and regions. */
  CompletionStage<LedgerStatus> heartbeat(LedgerHeartbeat ledgerHeartbeat);

  /** Records that a process ends: it is no longer counted. Its region still is. */
  default CompletionStage<Void> leave(String region, String incarnation) {
    return CompletableFuture.completedFuture(null);
  }

  /** The resets that the ledger keeps beside the counts. */
  default Resets resets() {
    return Resets.NONE;
  }

  @Override
  void close();

  /**
   * A part of what one region admitted into one cell.
   *
   * @param cell the window
   * @param region the region that admitted it
   * @param writer the writer of the component: the data set of an origin, for all processes that converge through it;
   *     or a process without an origin, under a name that no other process ever uses
   * @param count everything admitted so far
   */
  record Component(CellKey cell, String region, String writer, long count) {}

  /**
   * A component that the ledger refuses, and would always refuse, because of its content.
   *
   * @param index its position in the pushed list
   * @param reason the reason
   */
  record Rejection(int index, String reason) {}

  /**
   * The process that pulls.
   *
   * @param region the name of its region
   * @param writer the component that its own count is part of: the data set of its origin; empty without an origin
   */
  record PullRequester(String region, String writer) {
    /** Creates the requester for a process without an origin. */
    public static PullRequester of(String region) {
      return new PullRequester(region, "");
    }
  }

  /**
   * What was admitted into one cell, from the caller's perspective. Both parts together are the sum of all components.
   *
   * @param cell the window
   * @param regional the part that contains the caller's own count: the component that it named; without one, all
   *     components of its region
   * @param foreign the sum of all other components
   * @param skipped the number of components in neither part, because their counts are implausible: see {@link
   *     CellKey#MAX_COUNT}
   */
  record CellSums(CellKey cell, long regional, long foreign, int skipped) {
    /** Creates the sums of components that are all plausible. */
    public CellSums(CellKey cell, long regional, long foreign) {
      this(cell, regional, foreign, 0);
    }
  }

  /**
   * The position at which a page begins.
   *
   * @param since the watermark after which a cell must have changed, in the order of changes; if it is 0, every live
   *     cell, in an order that changes do not affect
   * @param position the end of the previous pages, in a format of the ledger; empty at the beginning
   */
  record PullCursor(long since, String position) {
    /** Returns the beginning of what changed since a watermark, or of everything if it is 0. */
    public static PullCursor since(long watermark) {
      return new PullCursor(watermark, "");
    }

    /** Returns the cursor after this position. */
    public PullCursor after(String read) {
      return new PullCursor(since, read);
    }

    /** Whether every live cell is requested. */
    public boolean isFull() {
      return since <= 0;
    }

    /** Whether no page was read before. */
    public boolean isAtBeginning() {
      return position.isEmpty();
    }
  }

  /**
   * One page of the answer to a pull.
   *
   * @param sums one entry per changed cell
   * @param watermark the newest change that led to an entry, by the ledger's own clock: all earlier changes since the
   *     cursor's watermark have been read
   * @param next the position of the next page
   * @param isLast whether that page would be empty, except for changes from now on
   */
  record PullPage(List<CellSums> sums, long watermark, PullCursor next, boolean isLast) {
    /** Creates the only page of a pull. */
    public PullPage(List<CellSums> sums, long watermark) {
      this(sums, watermark, PullCursor.since(watermark), true);
    }
  }

  /**
   * A heartbeat of a process.
   *
   * @param region the name of its region
   * @param incarnation the process
   * @param origin the data set of its origin; empty without an origin, or while it is unknown
   * @param number a number that grows with each heartbeat of this incarnation
   */
  record LedgerHeartbeat(String region, String incarnation, String origin, long number) {
    /** Creates the first heartbeat of a process without an origin. */
    public static LedgerHeartbeat of(String region, String incarnation) {
      return new LedgerHeartbeat(region, incarnation, "", 1);
    }
  }

  /**
   * What the ledger knows of the other processes and regions.
   *
   * @param regions the number of regions with a heartbeat within a day, the caller's included
   * @param processes the number of live processes in the caller's region
   * @param origins the number of different origins of these processes
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
