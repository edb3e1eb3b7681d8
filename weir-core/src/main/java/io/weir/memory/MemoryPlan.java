// SPDX-License-Identifier: Apache-2.0
package io.weir.memory;

/**
 * The division of the heap among the parts of a process, in bytes. What is left is the reserve: for the program
 * itself, for requests in progress, and for the garbage collector.
 *
 * @param heap the maximum heap size
 * @param subjects subjects with their cells and scopes
 * @param hotCells cells that are candidates for the ledger
 * @param drafts evicted cells that wait to be published
 * @param foreignSums the sums of other processes and regions
 * @param directory a server's tenant settings
 * @param bodies the bodies of requests that a server is receiving
 */
public record MemoryPlan(
    long heap,
    long subjects,
    long hotCells,
    long drafts,
    long foreignSums,
    long directory,
    long bodies) {
  /*
   * A quarter of the heap is reserved, and never less than an idle server needs. Of a large heap subjects get a third,
   * because more would leave too little for the other records that belong to them. Of a small one they get their part
   * of what is left.
   */

  /** An idle server uses 12 MB, and the garbage collector needs some room beside that. */
  public static final long MIN_RESERVE = 20L << 20;

  /** A heap that is too small for the reserve still holds a few thousand subjects, as long as memory lasts. */
  private static final long MIN_USABLE = 2L << 20;

  /** Of these parts, subjects get four, and the other parts of the engine one each. */
  private static final long PARTS = 7;

  private static final long SUBJECT_PARTS = 4;

  private static final long PAGE_PARTS = 32;

  private static final long MIN_PAGE = 64;

  /** The largest page, which takes a fraction of a second: more would not make a pull faster. */
  private static final long MAX_PAGE = 5_000;

  public MemoryPlan {
    require("heap", heap);
    require("subjects", subjects);
    require("hotCells", hotCells);
    require("drafts", drafts);
    require("foreignSums", foreignSums);
    require("directory", directory);
    require("bodies", bodies);
  }

  private static void require(String name, long bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException(name + " must be at least 1 byte, but was " + bytes);
    }
  }

  /** Returns the plan for a heap of this size. */
  public static MemoryPlan of(long heap) {
    long ofServer = Math.max(1, heap / 16);
    long reserve = Math.max(heap / 4, MIN_RESERVE);
    long room = Math.max(heap - reserve - 2 * ofServer, MIN_USABLE);
    long part = room / PARTS;
    long subjects = Math.min(Math.max(heap / 3, MIN_USABLE / 2), SUBJECT_PARTS * part);
    return new MemoryPlan(heap, subjects, part, part, part, ofServer, ofServer);
  }

  /** Returns the plan for this process's heap. */
  public static MemoryPlan ofThisProcess() {
    return of(Runtime.getRuntime().maxMemory());
  }

  /** Returns the plan with another ceiling for subjects. */
  public MemoryPlan withSubjects(long bytes) {
    return new MemoryPlan(heap, bytes, hotCells, drafts, foreignSums, directory, bodies);
  }

  /** Returns the plan with other ceilings for what a server keeps besides the engine. */
  public MemoryPlan withServer(long directoryBytes, long bodyBytes) {
    return new MemoryPlan(heap, subjects, hotCells, drafts, foreignSums, directoryBytes, bodyBytes);
  }

  /** Whether the ceilings leave less than an idle server needs, so that it may run out of memory. */
  public boolean isTight() {
    return reserve() < MIN_RESERVE;
  }

  /**
   * The number of ledger sums read at once: as many as fit into a 32nd of the heap, part of the reserve, if all names
   * are long.
   */
  public int sumsPerPage() {
    long fitting = heap / PAGE_PARTS / HeapSizes.PULLED_SUM;
    return (int) Math.max(MIN_PAGE, Math.min(fitting, MAX_PAGE));
  }

  /** The heap that is not assigned to any part. */
  public long reserve() {
    return heap - subjects - hotCells - drafts - foreignSums - directory - bodies;
  }
}
