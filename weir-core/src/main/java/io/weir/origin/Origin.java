// SPDX-License-Identifier: Apache-2.0
package io.weir.origin;

import io.weir.CellKey;
import io.weir.reset.Resets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The region's shared counts: for each cell, one field per writer, holding the absolute amount that the writer admitted.
 *
 * <p>An implementation keeps the larger of the old and the new value of a field, so that publishing is idempotent and
 * order does not matter, and lets a cell go once its time-to-live has passed. It holds no policy: no retries, no
 * defaults. A failed call completes with {@link OriginUnavailable}. Calls never block, and may come from any thread.
 */
public interface Origin extends AutoCloseable {

  /** The answer to a query whose cell can't be read, because something else than counts is stored under its name. */
  long UNREADABLE = -1;

  /**
   * For each query, the sum of the cell's fields other than the asker's own, in order; 0 for an unknown cell, and
   * {@link #UNREADABLE} for one that can't be read. A field that holds no plausible count is left out and reported.
   */
  CompletionStage<List<Long>> read(List<Query> queries);

  /**
   * A process publishes no longer than this after it sent a heartbeat that was answered. So a store that waits this long
   * after a loss knows that whoever has not caught up asks before it publishes again.
   */
  long LEASE_MILLIS = 5_000;

  /**
   * How many fields a cell may have. A process needs one, and another one each time that the subject left its memory and
   * returned. Every read and publish goes through all of them: more would make one identifier slow for everybody, fewer would
   * withhold counts of identifiers that return often within a long window.
   */
  int MAX_FIELDS = 128;

  /** Not all live processes have caught up. */
  long INCOMPLETE = -1;

  /** No live process ever had to catch up: for longer than anything lives. */
  long NEVER_LOST = 1L << 50;

  /** How much of a process's counts its origin has. */
  enum CompletionProgress {
    /** All, from the start. */
    NEVER_BEHIND,
    /** Not all: the origin lost something. */
    BEHIND,
    /** All that was lost was published again. */
    CAUGHT_UP
  }

  /**
   * Raises each field to at least the given count, and answers for each, in order. A cell that can't be written does not keep
   * the others from being written.
   */
  CompletionStage<List<Receipt>> publish(List<Publication> publications);

  /** Records which cells and fields the asker created, and answers how much room workspaces have. A store without bounds answers so. */
  default CompletionStage<OriginSpaceUsage> reportUsage(UsageReport usageReport) {
    return CompletableFuture.completedFuture(OriginSpaceUsage.UNBOUNDED);
  }

  /** From now on tells the listener what is wrong with the counts that it is asked for. */
  default void onFault(FaultListener listener) {}

  /** Hears that something in the store is no count. May be called from any thread. */
  interface FaultListener {
    /**
     * Something was left out.
     *
     * @param cell where
     * @param isReadable whether the rest of the cell counts
     * @param what the name of the cell in the store and what is wrong with it
     */
    void onFault(CellKey cell, boolean isReadable, String what);
  }

  /**
   * Writes back what the asker knows of other writers whose fields were lost. The store keeps, in a field that belongs to no
   * process, the largest amount by which any asker knew more than the other processes' fields show.
   */
  default CompletionStage<Void> restore(List<Restoration> restorations) {
    return CompletableFuture.completedFuture(null);
  }

  /** Records that a process is alive, and answers what is known of its region. */
  CompletionStage<OriginStatus> heartbeat(OriginHeartbeat originHeartbeat);

  /**
   * Whether no other process writes here while this one does. Then a subject is read once, when it is cold, and never
   * again: nothing can change behind this process's back.
   */
  default boolean isExclusive() {
    return false;
  }

  /** The resets that it keeps beside the counts. */
  default Resets resets() {
    return Resets.NONE;
  }

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
   * @param mayCreate whether the cell is made if it is not there, and the field if more than the reserved ones are; if not,
   *     that is answered with {@link PublishOutcome#NO_ROOM}
   * @param reservedFields for how many fields room was set aside when the cell was made
   */
  record Publication(
      CellKey cell,
      String field,
      long count,
      long timeToLiveMillis,
      boolean mayCreate,
      int reservedFields) {
    /** One that creates its cell and its field if need be. */
    public Publication(CellKey cell, String field, long count, long timeToLiveMillis) {
      this(cell, field, count, timeToLiveMillis, true, 1);
    }
  }

  /** What became of a publication. */
  enum PublishOutcome {
    /** The store holds the count. */
    STORED,
    /** The cell or the field is not in the store and was not created: it may not be, or the store is full. */
    NO_ROOM,
    /** The cell has {@link #MAX_FIELDS} fields, and this is not one of them. */
    TOO_MANY_FIELDS,
    /** Something else than counts is stored under the cell's name. */
    UNREADABLE
  }

  /**
   * What the origin answers to a publication.
   *
   * @param siblings the sum of the cell's other fields, also if the count is not stored
   * @param before what the field held before; less than was acknowledged earlier if the origin lost its data
   * @param outcome whether the count is stored; if not, there is nothing before and nothing added
   * @param added what the publication took of the store's memory, about, besides the reserved fields
   */
  record Receipt(long siblings, long before, PublishOutcome outcome, OriginMemory added) {
    /** Of a count that was stored where there was room for it. */
    public Receipt(long siblings, long before) {
      this(siblings, before, PublishOutcome.STORED, OriginMemory.NONE);
    }

    /** Of a count that was not stored, where nothing is known of others. */
    public static Receipt of(PublishOutcome publishOutcome) {
      return of(publishOutcome, 0);
    }

    /** Of a count that was not stored beside those of others. */
    public static Receipt of(PublishOutcome publishOutcome, long siblings) {
      return new Receipt(siblings, 0, publishOutcome, OriginMemory.NONE);
    }
  }

  /**
   * What cells take in the store.
   *
   * @param cells how many; 0 of a field in a cell that was there
   * @param bytes how much memory, about
   */
  record OriginMemory(long cells, long bytes) {
    /** Nothing. */
    public static final OriginMemory NONE = new OriginMemory(0, 0);

    /** Both together. */
    public OriginMemory plus(OriginMemory other) {
      return new OriginMemory(cells + other.cells, bytes + other.bytes);
    }
  }

  /**
   * What a process says of cells and fields that it created.
   *
   * @param additions what it created since it last said so
   * @param workspaces which workspaces it asks about
   */
  record UsageReport(List<Addition> additions, List<String> workspaces) {}

  /**
   * Cells and fields of a workspace that were created.
   *
   * @param workspace whose
   * @param timeToLiveMillis how long they live, about
   * @param memory what they take
   */
  record Addition(String workspace, long timeToLiveMillis, OriginMemory memory) {}

  /**
   * What cells take in the store.
   *
   * @param workspaces what each workspace has that was asked about, in the same order
   * @param total what all workspaces have together
   * @param ceilingBytes how much all cells together may take; {@link #UNKNOWN_CEILING} if the store does not know
   */
  record OriginSpaceUsage(List<OriginMemory> workspaces, OriginMemory total, long ceilingBytes) {
    /** Nothing is bounded. */
    public static final OriginSpaceUsage UNBOUNDED =
        new OriginSpaceUsage(List.of(), OriginMemory.NONE, Long.MAX_VALUE);

    /** The store has no bound of its own. */
    public static final long UNKNOWN_CEILING = -1;
  }

  /**
   * What a process knows of the other writers of a cell that lost fields.
   *
   * @param cell which window
   * @param field the asker's own field, which does not count
   * @param siblings what the other fields held together, at least
   * @param timeToLiveMillis how long the cell still matters
   */
  record Restoration(CellKey cell, String field, long siblings, long timeToLiveMillis) {}

  /**
   * The sign of life of a process.
   *
   * @param incarnation the process
   * @param timeToLiveMillis for how long it counts as alive; 0 when it leaves
   * @param dataSet the data set that it takes the store for; empty if it does not know. A store that lost its data takes this
   *     name again
   * @param identity the store's identity as of its latest answer; empty before the first one
   * @param progress whether the store, under that identity, was given everything that this process admitted
   * @param number the higher, the later of this incarnation
   */
  record OriginHeartbeat(
      String incarnation,
      long timeToLiveMillis,
      String dataSet,
      String identity,
      CompletionProgress progress,
      long number) {
    /** The first one. */
    public static OriginHeartbeat of(String incarnation, long timeToLiveMillis) {
      return new OriginHeartbeat(
          incarnation, timeToLiveMillis, "", "", CompletionProgress.NEVER_BEHIND, 1);
    }
  }

  /**
   * What the origin knows of its region.
   *
   * @param processes how many processes are alive, the asker included
   * @param completeMillis for how long the store is complete under the heartbeat's identity: {@link #LEASE_MILLIS} after a
   *     process first named that identity, or last returned with it, or later, all live processes had caught up with it.
   *     {@link #INCOMPLETE} if it is not; {@link #NEVER_LOST} if nobody had to catch up
   * @param dataSet names the counts that are kept here: stays the same when the store is restarted, fails over or loses its
   *     data under a live process; differs between two stores. Empty for the first {@link #LEASE_MILLIS} of a store that
   *     lost its name, unless a process knows it
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
