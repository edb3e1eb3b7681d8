// SPDX-License-Identifier: Apache-2.0
package io.weir.origin;

/**
 * The settings of a process's exchange with its region.
 *
 * @param readDeadlineMillis the longest that a check waits for the origin
 * @param freshMillis how old a regional view may get before it is refreshed
 * @param retryMillis how long a subject decides locally after a failed read
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

  /** A check that waits longer than a few round trips should decide locally: its caller is waiting too. */
  public static final long DEFAULT_READ_DEADLINE_MILLIS = 300;

  /**
   * Five seconds limit what a quiet process can miss. A shorter time would read cells again and again that no other
   * process uses.
   */
  public static final long DEFAULT_FRESH_MILLIS = 5_000;

  /** The longest duration of a failed read, so that an unavailable origin costs a subject at most half its time. */
  public static final long DEFAULT_RETRY_MILLIS = 300;

  /**
   * A quarter second lets quiet cells share batches. Cells whose count matters more are sent at once, by the urgency
   * rule.
   */
  public static final long DEFAULT_PUBLISH_DELAY_MILLIS = 250;

  /** A few round trips within a region: less would send many small batches, more would delay urgent cells. */
  public static final long DEFAULT_PUBLISH_GAP_MILLIS = 5;

  /** About 2.5 ms of one Redis core. More would hold up reads behind it, fewer would waste round trips under load. */
  public static final int DEFAULT_PUBLISH_BATCH = 512;

  /** Absolute counts make sending twice harmless, so this only has to be longer than a slow answer. */
  public static final long DEFAULT_PUBLISH_DEADLINE_MILLIS = 2_000;

  /** About twenty million cells. A Redis that has less sets {@code maxmemory}, which then applies. */
  public static final long DEFAULT_MAX_BYTES = 4L << 30;

  /** The minimum: room for some thousand cells. */
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

  /** Returns the default values. */
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
   * Returns the settings for an origin that only one process writes: no other process waits for its counts, so they
   * are collected into large batches, and are still in the store within a second.
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

  /** Returns settings with another deadline for reads. */
  public OriginOptions withReadDeadlineMillis(long millis) {
    return new OriginOptions(
        millis, freshMillis, retryMillis, publishDelayMillis, publishGapMillis, batch, maxBytes);
  }

  /**
   * Returns settings with another publish schedule: how long a quiet cell may wait, and the least time between
   * batches.
   */
  public OriginOptions withPublishPace(long delayMillis, long gapMillis) {
    return new OriginOptions(
        readDeadlineMillis, freshMillis, retryMillis, delayMillis, gapMillis, batch, maxBytes);
  }

  /** Returns settings with another age at which a regional view is refreshed. */
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

  /** Returns settings with another ceiling for origins that have none of their own. */
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
