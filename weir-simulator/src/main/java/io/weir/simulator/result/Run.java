// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.result;

import java.util.List;

/**
 * The result of one contender under one load.
 *
 * @param contender the policy: "exact", "weir", "upstream", "rfc" or "regional"
 * @param load the offered load, in the unit of the traffic shape; for attacks, limits per window
 * @param volume the checks and units requested and admitted
 * @param accuracy how exactly the limits were enforced
 * @param delays how fast counts propagated between regions
 * @param storeLoad the load on the stores and the memory and storage in use
 * @param samples one sample per second
 */
public record Run(
    String contender,
    double load,
    Volume volume,
    Accuracy accuracy,
    Delays delays,
    StoreLoad storeLoad,
    List<Sample> samples) {

  /** Returns how far spenders exceeded their limits. */
  public Excess excess() {
    return accuracy.excess();
  }

  /** Returns the over-admission that the published bound allows, in limits; NaN where no bound applies. */
  public double bound() {
    return accuracy.bound();
  }

  /** Returns how well decisions estimated the units they had not seen. */
  public Estimate estimate() {
    return accuracy.estimate();
  }

  /** Returns the load on the stores. */
  public Cost cost() {
    return storeLoad.cost();
  }

  /** Returns the memory and storage in use. */
  public Footprint footprint() {
    return storeLoad.footprint();
  }

  /** Returns a copy of this result under another name. */
  public Run named(String name) {
    return new Run(name, load, volume, accuracy, delays, storeLoad, samples);
  }

  /**
   * The accuracy of a run.
   *
   * @param excess how far spenders exceeded their limits
   * @param bound the over-admission that the published bound allows, in limits; NaN where no bound applies
   * @param estimate how well decisions estimated the units they had not seen
   */
  public record Accuracy(Excess excess, double bound, Estimate estimate) {}

  /**
   * The resources that a run used.
   *
   * @param cost the load on the stores
   * @param footprint the memory and storage in use
   */
  public record StoreLoad(Cost cost, Footprint footprint) {}

  /**
   * The checks and units requested and admitted.
   *
   * @param checks the number of checks
   * @param units the units that the checks requested
   * @param admittedChecks the number of allowed checks
   * @param admittedUnits the units that the allowed checks spent
   * @param wronglyRefused the number of checks refused although they would have fit by the true counts at that
   *     instant
   */
  public record Volume(
      long checks, long units, long admittedChecks, long admittedUnits, long wronglyRefused) {}

  /**
   * How far spenders exceeded their limits, in limits: 0.05 is five per cent too much. Based on the true peak of the
   * sliding window over all regions, for every spender and window.
   *
   * @param worst the maximum
   * @param p99 the 99th percentile
   * @param mean the mean; a spender within its limit counts as 0
   * @param windows the number of windows
   */
  public record Excess(double worst, double p99, double mean, long windows) {}

  /**
   * How well decisions estimated the units they had not seen. Each decision estimates how much others may have spent
   * unseen.
   *
   * @param decisions the number of decisions that allowed a check
   * @param covered how many of them did not underestimate the unseen units
   */
  public record Estimate(long decisions, long covered) {}

  /**
   * The time until a process learned of admissions in other regions, in milliseconds. Counts units admitted after
   * their region first published the window. Each unit counts once for every process in another region that decided
   * on the window, and the time starts at the process's first decision: what the process already knew by then has no
   * delay.
   *
   * @param units the number of units tracked; 0 if nothing was shared
   * @param p50 the median delay
   * @param p99 the 99th percentile of the delays
   * @param worst the longest delay
   * @param hidden the number of units admitted before their region first published the window, in addition to those
   *     tracked
   * @param unknown the number of units that other processes never learned of
   * @param histogram the number of units by delay
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
   * A bucket of the delay histogram.
   *
   * @param upToMillis the upper limit of the delay; the previous bucket's is the lower one
   * @param units the number of units
   */
  public record Bucket(long upToMillis, long units) {}

  /**
   * The load on the stores.
   *
   * @param originPublishes the cells published to origins
   * @param originReads the cells read from origins
   * @param originCalls the calls of all kinds to origins
   * @param ledgerCalls the calls of all kinds to the ledger
   * @param rowsWritten the rows pushed to the ledger
   * @param rowsRead the rows pulled from the ledger
   */
  public record Cost(
      long originPublishes,
      long originReads,
      long originCalls,
      long ledgerCalls,
      long rowsWritten,
      long rowsRead) {}

  /**
   * The peak memory and storage use.
   *
   * @param subjects the subjects in the memory of one process
   * @param foreignSums the sums of other regions in the memory of one process
   * @param originFields the fields in the origin of one region
   * @param ledgerRows the rows in the ledger
   */
  public record Footprint(long subjects, long foreignSums, long originFields, long ledgerRows) {}

  /**
   * The measurements of one second.
   *
   * @param atMillis the end of the second, counted from the start
   * @param offered the units requested
   * @param admitted the units admitted
   * @param usage the true peak of any spender's sliding window after an admission, in limits
   * @param originCalls the calls to origins
   * @param rowsWritten the rows pushed to the ledger
   * @param rowsRead the rows pulled from the ledger
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
