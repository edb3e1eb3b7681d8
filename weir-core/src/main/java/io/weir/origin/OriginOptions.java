// SPDX-License-Identifier: Apache-2.0
package io.weir.origin;

/**
 * How a process converges with its region.
 *
 * @param readDeadlineMillis how long a check waits for the origin at most
 * @param freshMillis how old a regional view may get before it is refreshed
 * @param retryMillis how long a subject decides by itself after a failed read
 * @param publishDelayMillis how long a quiet cell's count may stay unpublished
 * @param publishGapMillis the least time between two batches of publishes
 * @param batch how large a batch of publishes may be, and how long it may take
 * @param maxBytes how much memory all cells together may take in an origin that has no ceiling of its own
 */
public record OriginOptions(
    long readDeadlineMillis,
    long freshMillis,
    long retryMillis,
    long publishDelayMillis,
    long publishGapMillis,
    BatchLimits batch,
    long maxBytes) {

  /** A check that waits longer than a few round trips had better decide by itself: its caller is waiting too. */
  public static final long DEFAULT_READ_DEADLINE_MILLIS = 300;

  /** Five seconds bound what a quiet process can miss; less would read cells that nobody else touches over and over. */
  public static final long DEFAULT_FRESH_MILLIS = 5_000;

  /** As long as a failed read takes at most, so that a dead origin costs a subject at most half its time. */
  public static final long DEFAULT_RETRY_MILLIS = 300;

  /** A quarter second lets quiet cells share batches; cells whose count matters more go at once, by the urgency rule. */
  public static final long DEFAULT_PUBLISH_DELAY_MILLIS = 250;

  /** A few round trips within a region: less would send many small batches, more would delay urgent cells. */
  public static final long DEFAULT_PUBLISH_GAP_MILLIS = 5;

  /** About 2.5 ms of one Redis core. More would hold up reads behind it, fewer would waste round trips under load. */
  public static final int DEFAULT_PUBLISH_BATCH = 512;

  /** Absolute counts make sending twice harmless, so this only has to be longer than a slow answer. */
  public static final long DEFAULT_PUBLISH_DEADLINE_MILLIS = 2_000;

  /** Some twenty million cells; a Redis that has less sets {@code maxmemory}, which is then what counts. */
  public static final long DEFAULT_MAX_BYTES = 4L << 30;

  /** The least: room for some thousand cells. */
  public static final long MIN_MAX_BYTES = 1 << 20;

  /**
   * What bounds one batch of publishes.
   *
   * @param maxCells the most cells in it
   * @param deadlineMillis how long it may take before it is given up and sent again
   */
  public record BatchLimits(int maxCells, long deadlineMillis) {
    public BatchLimits {
      require("publishBatch", maxCells, 1, 100_000);
      require("publishDeadlineMillis", deadlineMillis, 1, 60_000);
    }
  }

  public OriginOptions {
    require("readDeadlineMillis", readDeadlineMillis, 1, 60_000);
    require("freshMillis", freshMillis, 0, 3_600_000);
    require("retryMillis", retryMillis, 1, 60_000);
    require("publishDelayMillis", publishDelayMillis, 0, 60_000);
    require("publishGapMillis", publishGapMillis, 0, 60_000);
    require("maxBytes", maxBytes, MIN_MAX_BYTES, Long.MAX_VALUE);
  }

  private static void require(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " must be " + least + " to " + most + ", but was " + value);
    }
  }

  /** The values argued for above. */
  public static OriginOptions defaults() {
    return new OriginOptions(
        DEFAULT_READ_DEADLINE_MILLIS,
        DEFAULT_FRESH_MILLIS,
        DEFAULT_RETRY_MILLIS,
        DEFAULT_PUBLISH_DELAY_MILLIS,
        DEFAULT_PUBLISH_GAP_MILLIS,
        new BatchLimits(DEFAULT_PUBLISH_BATCH, DEFAULT_PUBLISH_DEADLINE_MILLIS),
        DEFAULT_MAX_BYTES);
  }

  /**
   * For an origin that one process writes alone: nobody waits for its counts, so they are gathered into large batches, and
   * are still in the store within a second.
   */
  public static OriginOptions exclusive() {
    return new OriginOptions(
        DEFAULT_READ_DEADLINE_MILLIS,
        DEFAULT_FRESH_MILLIS,
        DEFAULT_RETRY_MILLIS,
        750,
        50,
        new BatchLimits(5_000, 10_000),
        DEFAULT_MAX_BYTES);
  }

  /** With another deadline for reads. */
  public OriginOptions withReadDeadlineMillis(long millis) {
    return new OriginOptions(
        millis, freshMillis, retryMillis, publishDelayMillis, publishGapMillis, batch, maxBytes);
  }

  /** With another pace of publishing: how long a quiet cell may wait, and the least time between batches. */
  public OriginOptions withPublishPace(long delayMillis, long gapMillis) {
    return new OriginOptions(
        readDeadlineMillis, freshMillis, retryMillis, delayMillis, gapMillis, batch, maxBytes);
  }

  /** With another age at which a regional view is refreshed. */
  public OriginOptions withFreshMillis(long millis) {
    return new OriginOptions(
        readDeadlineMillis,
        millis,
        retryMillis,
        publishDelayMillis,
        publishGapMillis,
        batch,
        maxBytes);
  }

  /** With another ceiling for origins that have none of their own. */
  public OriginOptions withMaxBytes(long bytes) {
    return new OriginOptions(
        readDeadlineMillis,
        freshMillis,
        retryMillis,
        publishDelayMillis,
        publishGapMillis,
        batch,
        bytes);
  }
}
