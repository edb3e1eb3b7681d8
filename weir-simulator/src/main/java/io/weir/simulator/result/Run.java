// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.result;

import java.util.List;

/**
 * One contender under one load.
 *
 * @param contender who: "exact", "weir", "upstream", "rfc" or "regional"
 * @param load how much was offered, in the shape's own terms; for attacks, limits per window
 * @param volume what was asked and admitted
 * @param accuracy how exactly limits were enforced
 * @param delays how soon regions knew of each other
 * @param storeLoad what the stores had to do, and what had to be kept
 * @param samples how it went, second by second
 */
public record Run(
    String contender,
    double load,
    Volume volume,
    Accuracy accuracy,
    Delays delays,
    StoreLoad storeLoad,
    List<Sample> samples) {

  /** How far above their limits spenders got. */
  public Excess excess() {
    return accuracy.excess();
  }

  /** The most that the published bound allows above a limit, in limits; not a number where it says nothing. */
  public double bound() {
    return accuracy.bound();
  }

  /** How well decisions knew what they did not see. */
  public Estimate estimate() {
    return accuracy.estimate();
  }

  /** What the stores had to do. */
  public Cost cost() {
    return storeLoad.cost();
  }

  /** What had to be kept. */
  public Footprint footprint() {
    return storeLoad.footprint();
  }

  /** The same under another name. */
  public Run named(String name) {
    return new Run(name, load, volume, accuracy, delays, storeLoad, samples);
  }

  /**
   * How exactly limits were enforced.
   *
   * @param excess how far above their limits spenders got
   * @param bound the most that the published bound allows above a limit, in limits; not a number where it says nothing
   * @param estimate how well decisions knew what they did not see
   */
  public record Accuracy(Excess excess, double bound, Estimate estimate) {}

  /**
   * What a run cost.
   *
   * @param cost what the stores had to do
   * @param footprint what had to be kept
   */
  public record StoreLoad(Cost cost, Footprint footprint) {}

  /**
   * What was asked and admitted.
   *
   * @param checks how many checks
   * @param units how much they wanted to spend
   * @param admittedChecks how many were allowed
   * @param admittedUnits how much that was
   * @param wronglyRefused how many were refused although, by the true counts of that instant, they would have fit
   */
  public record Volume(
      long checks, long units, long admittedChecks, long admittedUnits, long wronglyRefused) {}

  /**
   * How far above their limits spenders got, in limits: 0.05 is five per cent too much. For every spender and window, the
   * highest that the sliding window truly held, all regions together.
   *
   * @param worst of all
   * @param p99 of the 99th of a hundred
   * @param mean on the average; those who stayed within their limit count as 0
   * @param windows over how many windows
   */
  public record Excess(double worst, double p99, double mean, long windows) {}

  /**
   * How well decisions knew what they did not see: each says how much others may have spent unseen.
   *
   * @param decisions how many allowed something
   * @param covered for how many of them others had truly spent no more unseen than they said
   */
  public record Estimate(long decisions, long covered) {}

  /**
   * How long it took until a process knew what was admitted in other regions, in milliseconds. Counts units that were
   * admitted after their region had first told of the window, once for each process that decided on it elsewhere, and
   * only from its first decision on: what it knew by then took it no time.
   *
   * @param units how many units were followed; 0 when nothing was shared
   * @param p50 half of them
   * @param p99 all but one of a hundred
   * @param worst the longest
   * @param hidden how many were admitted before their region told of the window at all, beside those followed
   * @param unknown how many were never known elsewhere
   * @param histogram how many took how long
   */
  public record Delays(
      long units,
      double p50,
      double p99,
      double worst,
      long hidden,
      long unknown,
      List<Bucket> histogram) {}

  /**
   * So many took this long.
   *
   * @param upToMillis and more than the bucket before
   * @param units how many
   */
  public record Bucket(long upToMillis, long units) {}

  /**
   * What the stores had to do.
   *
   * @param originPublishes cells published
   * @param originReads cells read
   * @param originCalls calls of all kinds
   * @param ledgerCalls calls of all kinds
   * @param rowsWritten rows pushed to the ledger
   * @param rowsRead rows pulled from it
   */
  public record Cost(
      long originPublishes,
      long originReads,
      long originCalls,
      long ledgerCalls,
      long rowsWritten,
      long rowsRead) {}

  /**
   * What had to be kept, at its highest.
   *
   * @param subjects subjects in the memory of one process
   * @param foreignSums sums of other regions in the memory of one process
   * @param originFields fields in the origin of one region
   * @param ledgerRows rows in the ledger
   */
  public record Footprint(long subjects, long foreignSums, long originFields, long ledgerRows) {}

  /**
   * One second.
   *
   * @param atMillis its end, counted from the start
   * @param offered units asked for
   * @param admitted units admitted
   * @param usage the most that the sliding window of any spender truly held after an admission, in limits
   * @param originCalls calls to origins
   * @param rowsWritten rows pushed to the ledger
   * @param rowsRead rows pulled from it
   */
  public record Sample(
      long atMillis,
      long offered,
      long admitted,
      double usage,
      long originCalls,
      long rowsWritten,
      long rowsRead) {}
}
