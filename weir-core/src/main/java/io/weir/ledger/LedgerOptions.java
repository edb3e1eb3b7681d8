// SPDX-License-Identifier: Apache-2.0
package io.weir.ledger;

/**
 * The settings of a region's exchange with the other regions.
 *
 * @param policy which cells are pushed, and when
 * @param terms the policy's numbers
 * @param minimumRegions the least number of regions to assume, before any others are known
 * @param maxForeignSums how many sums of other regions are kept in memory, if they fit into an eleventh of the heap;
 *     when full, sums of the workspace that has most are evicted
 * @param workspaceBudget how many live cells of one workspace a process pushes to the ledger; further cells are
 *     enforced in its region alone
 */
public record LedgerOptions(
    PushPolicy policy,
    PushPolicy.PushTerms terms,
    int minimumRegions,
    int maxForeignSums,
    int workspaceBudget) {

  /** Shorter windows end before a count could cross regions and return. */
  public static final long MIN_DURATION_MILLIS = 60_000;

  /** About 100 MB at most: twenty times the active cells of a typical busy fleet. */
  public static final int DEFAULT_MAX_FOREIGN_SUMS = 1_000_000;

  /** Four times the active cells of a whole typical busy fleet: it stops a flood of identifiers. */
  public static final int DEFAULT_WORKSPACE_BUDGET = 100_000;

  public LedgerOptions {
    if (minimumRegions < 1 || minimumRegions > 10_000) {
      throw new IllegalArgumentException(
          "minimumRegions must be 1 to 10000, but was " + minimumRegions);
    }
    if (maxForeignSums < 1 || maxForeignSums > 100_000_000) {
      throw new IllegalArgumentException(
          "maxForeignSums must be 1 to 100000000, but was " + maxForeignSums);
    }
    if (workspaceBudget < 1 || workspaceBudget > 100_000_000) {
      throw new IllegalArgumentException(
          "workspaceBudget must be 1 to 100000000, but was " + workspaceBudget);
    }
  }

  /** Returns the defaults, with Weir's own policy. */
  public static LedgerOptions defaults() {
    return new LedgerOptions(
        PushPolicy.WEIR,
        PushPolicy.WEIR.terms(),
        1,
        DEFAULT_MAX_FOREIGN_SUMS,
        DEFAULT_WORKSPACE_BUDGET);
  }

  /** Returns settings with another policy, with that policy's own numbers. */
  public LedgerOptions withPolicy(PushPolicy other) {
    return new LedgerOptions(other, other.terms(), minimumRegions, maxForeignSums, workspaceBudget);
  }

  /** Returns settings with other numbers for the policy. */
  public LedgerOptions withTerms(PushPolicy.PushTerms other) {
    return new LedgerOptions(policy, other, minimumRegions, maxForeignSums, workspaceBudget);
  }

  /** Returns settings with another least number of regions. */
  public LedgerOptions withMinimumRegions(int regions) {
    return new LedgerOptions(policy, terms, regions, maxForeignSums, workspaceBudget);
  }

  /** Returns settings with room for another number of foreign sums. */
  public LedgerOptions withMaxForeignSums(int sums) {
    return new LedgerOptions(policy, terms, minimumRegions, sums, workspaceBudget);
  }

  /** Returns settings with another budget for each workspace. */
  public LedgerOptions withWorkspaceBudget(int cells) {
    return new LedgerOptions(policy, terms, minimumRegions, maxForeignSums, cells);
  }
}
