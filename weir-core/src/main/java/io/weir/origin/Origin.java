// SPDX-License-Identifier: Apache-2.0
package io.weir.origin;

import io.weir.CellKey;
import io.weir.reset.Resets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The region's shared counts: for each cell, one field per writer, with the absolute amount that the writer admitted.
 *
 * <p>An implementation keeps the larger of the old and the new value of a field, so that publishing is idempotent and
 * order does not matter, and removes a cell once its time-to-live has passed. It holds no policy: no retries, no
 * defaults. A failed call completes with {@link OriginUnavailable}. Calls never block, and may come from any thread.
 */
public interface Origin extends AutoCloseable {

  /**
   * The answer to a query whose cell can't be read, because its name in the store is used for something other than
   * counts.
   */
  long UNREADABLE = -1;

  /**
   * Returns for each query the sum of the cell's fields other than the caller's own, in order; 0 for an unknown cell,
   * and {@link #UNREADABLE} for one that can't be read. A field without a plausible count is skipped and reported.
   */
  CompletionStage<List<Long>> read(List<Query> queries);

  /**
   * A process publishes for at most this long after it sent a heartbeat that was answered. So after a loss a store
   * that waits this long knows that every process that has not caught up sends a heartbeat before it publishes again.
   */
  long LEASE_MILLIS = 5_000;

  /**
   * How many fields a cell may have. A process needs one, and another one each time that the subject left its memory
   * and returned. Every read and publish processes all of them: more would make one identifier slow for every process,
   * fewer would withhold counts of identifiers that return often within a long window.
   */
  int MAX_FIELDS = 128;

  /** Not all live processes have caught up. */
  long INCOMPLETE = -1;

  /** No live process ever had to catch up. Longer than any lifetime. */
  long NEVER_LOST = 1L << 50;

  /** How completely a process's counts are in its origin. */
  enum CompletionProgress {
    /** Completely, from the start. */
    NEVER_BEHIND,
    /** Incompletely: the origin lost something. */
    BEHIND,
    /** Everything that was lost has been published again. */
    CAUGHT_UP
  }

  /**
   * Raises each field to at least the given count, and returns a receipt for each, in order. A cell that can't be
   * written does not prevent the others from being written.
   */
  CompletionStage<List<Receipt>> publish(List<Publication> publications);

  /**
   * Records which cells and fields the caller created, and returns how much space workspaces use. By default, a store
   * without limits.
   */
  default CompletionStage<OriginSpaceUsage> reportUsage(UsageReport usageReport) {
    return CompletableFuture.completedFuture(OriginSpaceUsage.UNBOUNDED);
  }

  /** Registers a listener for invalid entries among the requested counts. */
  default void onFault(FaultListener listener) {}

  /** Receives reports of entries in the store that are not counts. May be called from any thread. */
  interface FaultListener {
    /**
     * An entry was skipped.
     *
     * @param cell the cell of the entry
     * @param isReadable whether the rest of the cell is still read
     * @param what the name of the cell in the store and what is wrong with it
     */
    void onFault(CellKey cell, boolean isReadable, String what);
  }

  /**
   * Writes back what the caller knows of other writers whose fields were lost. The store keeps, in a field that
   * belongs to no process, the largest amount by which any caller's knowledge exceeded the other processes' fields.
   */
  default CompletionStage<Void> restore(List<Restoration> restorations) {
    return CompletableFuture.completedFuture(null);
  }

  /** Records that a process is alive, and returns the status of its region. */
  CompletionStage<OriginStatus> heartbeat(OriginHeartbeat originHeartbeat);

  /**
   * Whether no other process writes to this store. Then a subject is read once, when it is cold, and never again: no
   * other process can change it.
   */
  default boolean isExclusive() {
    return false;
  }

  /** The resets that the store keeps beside the counts. */
  default Resets resets() {
    return Resets.NONE;
  }

  @Override
  void close();

  /**
   * A request for what the other writers spent.
   *
   * @param cell the window
   * @param field the caller's own field, which is left out of the sum
   */
  record Query(CellKey cell, String field) {}

  /**
   * One writer's count in one cell.
   *
   * @param cell the window
   * @param field the writer: an incarnation and generation, never reused by another process
   * @param count everything that the writer admitted into the cell so far
   * @param timeToLiveMillis how long the cell still matters; set when the cell is created, never shortened
   * @param mayCreate whether a missing cell is created, or a missing field beyond the reserved ones; if not, the
   *     outcome is {@link PublishOutcome#NO_ROOM}
   * @param reservedFields for how many fields space was reserved when the cell was created
   */
  record Publication(
      CellKey cell,
      String field,
      long count,
      long timeToLiveMillis,
      boolean mayCreate,
      int reservedFields) {
    /** Creates a publication that may create its cell and its field. */
    public Publication(CellKey cell, String field, long count, long timeToLiveMillis) {
      this(cell, field, count, timeToLiveMillis, true, 1);
    }
  }

  /** The outcome of a publication. */
  enum PublishOutcome {
    /** The store holds the count. */
    STORED,
    /**
     * The cell or the field is not in the store and was not created: creation was not permitted, or the store is full.
     */
    NO_ROOM,
    /** The cell has {@link #MAX_FIELDS} fields, and this is not one of them. */
    TOO_MANY_FIELDS,
    /** The cell's name in the store is used for something other than counts. */
    UNREADABLE
  }

  /**
   * The origin's answer to a publication.
   *
   * @param siblings the sum of the cell's other fields, even if the count was not stored
   * @param before what the field held before; less than was acknowledged earlier if the origin lost its data
   * @param outcome whether the count was stored; if not, before and added are zero
   * @param added the approximate space that the publication used in the store, besides the reserved fields
   */
  record Receipt(long siblings, long before, PublishOutcome outcome, OriginMemory added) {
    /** Creates the receipt of a count that was stored in existing or reserved space. */
    public Receipt(long siblings, long before) {
      this(siblings, before, PublishOutcome.STORED, OriginMemory.NONE);
    }

    /** Creates the receipt of a count that was not stored, where nothing is known of other writers. */
    public static Receipt of(PublishOutcome publishOutcome) {
      return of(publishOutcome, 0);
    }

    /** Creates the receipt of a count that was not stored, with the sum of the other fields. */
    public static Receipt of(PublishOutcome publishOutcome, long siblings) {
      return new Receipt(siblings, 0, publishOutcome, OriginMemory.NONE);
    }
  }

  /**
   * The space that cells use in the store.
   *
   * @param cells the number of cells; 0 for a field in an existing cell
   * @param bytes the approximate memory
   */
  record OriginMemory(long cells, long bytes) {
    /** No space. */
    public static final OriginMemory NONE = new OriginMemory(0, 0);

    /** Returns the sum of both. */
    public OriginMemory plus(OriginMemory other) {
      return new OriginMemory(cells + other.cells, bytes + other.bytes);
    }
  }

  /**
   * A process's report of the cells and fields that it created.
   *
   * @param additions what it created since its previous report
   * @param workspaces the workspaces whose usage it requests
   */
  record UsageReport(List<Addition> additions, List<String> workspaces) {}

  /**
   * Cells and fields of a workspace that were created.
   *
   * @param workspace the workspace
   * @param timeToLiveMillis about how long they live
   * @param memory the space they use
   */
  record Addition(String workspace, long timeToLiveMillis, OriginMemory memory) {}

  /**
   * The space that cells use in the store.
   *
   * @param workspaces the usage of each requested workspace, in the same order
   * @param total the usage of all workspaces together
   * @param ceilingBytes how much all cells together may use; {@link #UNKNOWN_CEILING} if the store does not know
   */
  record OriginSpaceUsage(List<OriginMemory> workspaces, OriginMemory total, long ceilingBytes) {
    /** The usage of a store without limits. */
    public static final OriginSpaceUsage UNBOUNDED =
        new OriginSpaceUsage(List.of(), OriginMemory.NONE, Long.MAX_VALUE);

    /** The store has no limit of its own. */
    public static final long UNKNOWN_CEILING = -1;
  }

  /**
   * What a process knows of the other writers of a cell that lost fields.
   *
   * @param cell the window
   * @param field the caller's own field, which does not count
   * @param siblings the least sum that the other fields held
   * @param timeToLiveMillis how long the cell still matters
   */
  record Restoration(CellKey cell, String field, long siblings, long timeToLiveMillis) {}

  /**
   * A heartbeat of a process.
   *
   * @param incarnation the process
   * @param timeToLiveMillis for how long it counts as alive; 0 when it leaves
   * @param dataSet the data set that the process assumes the store has; empty if it does not know. A store that lost
   *     its data takes this name again
   * @param identity the store's identity as of its latest answer; empty before the first one
   * @param progress whether everything that this process admitted was published to the store under that identity
   * @param number a number that grows with each heartbeat of this incarnation
   */
  record OriginHeartbeat(
      String incarnation,
      long timeToLiveMillis,
      String dataSet,
      String identity,
      CompletionProgress progress,
      long number) {
    /** Creates the first heartbeat of a process. */
    public static OriginHeartbeat of(String incarnation, long timeToLiveMillis) {
      return new OriginHeartbeat(
          incarnation, timeToLiveMillis, "", "", CompletionProgress.NEVER_BEHIND, 1);
    }
  }

  /**
   * The origin's status of its region.
   *
   * @param processes the number of live processes, the caller included
   * @param completeMillis for how long the store is complete under the heartbeat's identity: {@link #LEASE_MILLIS}
   *     after a process first named that identity, or last returned with it, or later, all live processes had caught
   *     up with it. {@link #INCOMPLETE} if it is not; {@link #NEVER_LOST} if no process had to catch up
   * @param dataSet the name of the counts kept here: stays the same when the store is restarted, fails over or loses
   *     its data while a process lives; differs between two stores. Empty for the first {@link #LEASE_MILLIS} of a
   *     store that lost its name, unless a process knows it
   * @param identity changes when the store was replaced or may have lost something
   * @param previousNumber the highest number before this one under the same incarnation; 0 if there was none
   * @param epochMillis the store's own clock
   */
  record OriginStatus(
      int processes,
      long completeMillis,
      String dataSet,
      String identity,
      long previousNumber,
      long epochMillis) {}
}
