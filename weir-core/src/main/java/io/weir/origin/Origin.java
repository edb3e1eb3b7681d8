// SPDX-License-Identifier: Apache-2.0
package io.weir.origin;

import io.weir.CellKey;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * The region's shared counts: for each cell, one field per writer, holding the absolute amount that the writer admitted.
 *
 * <p>An implementation keeps the larger of the old and the new value of a field, so that publishing is idempotent and
 * order does not matter, and lets a cell go once its time-to-live has passed. It holds no policy: no retries, no
 * defaults. A failed call completes with {@link OriginUnavailable}. Calls never block, and may come from any thread.
 */
public interface Origin extends AutoCloseable {

  /** For each query, the sum of the cell's fields other than the asker's own, in order; 0 for an unknown cell. */
  CompletionStage<List<Long>> read(List<Query> queries);

  /** Raises each field to at least the given count, and answers for each, in order. */
  CompletionStage<List<Receipt>> publish(List<Publication> publications);

  /** Says that a process lives, for the given time from now (0: goodbye), and answers what is known of its region. */
  CompletionStage<Pulse> beat(String incarnation, long timeToLiveMillis);

  @Override
  void close();

  /**
   * What did the others spend?
   *
   * @param cell of which window
   * @param field the asker's own field, which is left out of the sum
   */
  record Query(CellKey cell, String field) {}

  /**
   * One writer's count in one cell.
   *
   * @param cell which window
   * @param field the writer: an incarnation and generation, never resumed by anybody else
   * @param count everything that the writer admitted into the cell so far
   * @param timeToLiveMillis how long the cell still matters; set when the cell is new, never shortened
   */
  record Publication(CellKey cell, String field, long count, long timeToLiveMillis) {}

  /**
   * What the origin answers to a publication.
   *
   * @param siblings the sum of the cell's other fields
   * @param before what the field held before; less than was acknowledged earlier if the origin lost its data
   */
  record Receipt(long siblings, long before) {}

  /**
   * What the origin knows of its region.
   *
   * @param processes how many processes live, the asker included
   * @param identity changes when the store was replaced or lost everything
   * @param epochMillis the store's own clock
   */
  record Pulse(int processes, String identity, long epochMillis) {}
}
