// SPDX-License-Identifier: Apache-2.0
package io.weir.ledger;

import io.weir.CellKey;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * The counts that all regions share: one component per cell and region, holding the absolute amount that the region
 * admitted.
 *
 * <p>An implementation keeps the larger of the old and the new value of a component, so that pushing is idempotent and
 * order does not matter, and lets a component go once its cell can no longer matter. It holds no policy: no retries, no
 * defaults. A failed call completes with {@link LedgerUnavailable}. Calls never block, and may come from any thread.
 */
public interface Ledger extends AutoCloseable {

  /** Raises each component to at least its count, all of them or none, save those that it rejects and names. */
  CompletionStage<List<Rejection>> push(List<Component> components);

  /**
   * For every live cell of which any component changed since the watermark, the sums over all of its components. A
   * watermark of 0 asks for every live cell.
   */
  CompletionStage<Page> pull(String region, long since);

  /** Says that a process of a region lives, and answers what the ledger knows of the world. */
  CompletionStage<Pulse> beat(String region, String incarnation);

  @Override
  void close();

  /**
   * What one region admitted into one cell.
   *
   * @param cell which window
   * @param region who admitted it
   * @param writer empty when the region's processes converge through an origin and write one component together; else
   *     the process's own name for it, never resumed by anybody else
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
   * What the regions admitted into one cell.
   *
   * @param cell which window
   * @param regional the sum of the asking region's own components
   * @param foreign the sum of all other regions' components
   */
  record Sums(CellKey cell, long regional, long foreign) {}

  /**
   * The answer to a pull.
   *
   * @param sums one entry per changed cell
   * @param watermark the newest change that the answer contains, by the ledger's own clock
   */
  record Page(List<Sums> sums, long watermark) {}

  /**
   * What the ledger knows of the world.
   *
   * @param regions how many regions were heard of within a day, the asker's included
   * @param processes how many processes of the asker's region
   * @param epochMillis the ledger's own clock
   */
  record Pulse(int regions, int processes, long epochMillis) {}
}
