// SPDX-License-Identifier: Apache-2.0
package io.weir.memory;

/**
 * How much of the heap each part of a process may take, in bytes. What is left is the reserve: for the program itself, for
 * requests under way, and for the garbage collector.
 *
 * @param heap the largest that the heap may become
 * @param subjects subjects with their cells and scopes
 * @param hotCells cells that are candidates for the ledger
 * @param drafts evicted cells that wait to be published
 * @param foreignSums what other processes and regions spent
 * @param directory what a server knows of its tenants
 * @param bodies requests that a server is receiving
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
   * A quarter of the heap is nobody's, and never less than a server takes that does nothing. Of a large heap subjects get a
   * third, as more would leave too little for what belongs to them elsewhere; of a small one, their part of what is left.
   */

  /** A server without traffic lives on 12 MB; a collector wants some room beside that. */
  public static final long MIN_RESERVE = 20L << 20;

  /** A heap that is too small for the reserve still holds a few thousand subjects, as long as it lasts. */
  private static final long MIN_USABLE = 2L << 20;

  /** Of seven parts, subjects get four, the other parts of the engine one each. */
  private static final long PARTS = 7;

  private static final long SUBJECT_PARTS = 4;

  private static final long PAGE_PARTS = 32;

  private static final long MIN_PAGE = 64;

  /** Pages of a second's fraction each: more would not make a pull faster. */
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

  /** The plan for a heap of this size. */
  public static MemoryPlan of(long heap) {
    long ofServer = Math.max(1, heap / 16);
    long reserve = Math.max(heap / 4, MIN_RESERVE);
    long room = Math.max(heap - reserve - 2 * ofServer, MIN_USABLE);
    long part = room / PARTS;
    long subjects = Math.min(Math.max(heap / 3, MIN_USABLE / 2), SUBJECT_PARTS * part);
    return new MemoryPlan(heap, subjects, part, part, part, ofServer, ofServer);
  }

  /** The plan for this process. */
  public static MemoryPlan ofThisProcess() {
    return of(Runtime.getRuntime().maxMemory());
  }

  /** With another ceiling for subjects. */
  public MemoryPlan withSubjects(long bytes) {
    return new MemoryPlan(heap, bytes, hotCells, drafts, foreignSums, directory, bodies);
  }

  /** With other ceilings for what a server keeps besides the engine. */
  public MemoryPlan withServer(long directoryBytes, long bodyBytes) {
    return new MemoryPlan(heap, subjects, hotCells, drafts, foreignSums, directoryBytes, bodyBytes);
  }

  /** Whether the ceilings leave less than a server needs that does nothing: it may run out of memory. */
  public boolean isTight() {
    return reserve() < MIN_RESERVE;
  }

  /** How many sums of the ledger are read at once: a part of the reserve that is a 32nd of the heap, if all names are long. */
  public int sumsPerPage() {
    long fitting = heap / PAGE_PARTS / HeapSizes.PULLED_SUM;
    return (int) Math.max(MIN_PAGE, Math.min(fitting, MAX_PAGE));
  }

  /** What is nobody's. */
  public long reserve() {
    return heap - subjects - hotCells - drafts - foreignSums - directory - bodies;
  }
}
