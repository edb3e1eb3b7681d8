// SPDX-License-Identifier: Apache-2.0
package io.weir.ledger;

/**
 * How a region converges with the others.
 *
 * @param policy what is worth telling
 * @param terms the policy's numbers
 * @param minimumRegions the least number of regions to assume, before others were heard of
 * @param maxForeignSums how many sums of other regions are kept in memory, as far as an eleventh of the heap has room for
 *     them; when there is no more room, the workspace that has most gives way
 * @param workspaceBudget how many live cells of one workspace a process tells the ledger of; what comes on top is enforced in
 *     its region alone
 */
public record LedgerOptions(
    PushPolicy policy,
    PushPolicy.PushTerms terms,
    int minimumRegions,
    int maxForeignSums,
    int workspaceBudget) {

  /** Windows shorter than this are over before a count has crossed the world and back. */
  public static final long MIN_DURATION_MILLIS = 60_000;

  /** About 100 MB at most: twenty times the active cells of a busy fleet of today. */
  public static final int DEFAULT_MAX_FOREIGN_SUMS = 1_000_000;

  /** Four times the active cells of a whole busy fleet of today; a flood of identifiers ends here. */
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

  /** Weir's own policy. */
  public static LedgerOptions defaults() {
    return new LedgerOptions(
        PushPolicy.WEIR,
        PushPolicy.WEIR.terms(),
        1,
        DEFAULT_MAX_FOREIGN_SUMS,
        DEFAULT_WORKSPACE_BUDGET);
  }

  /** With another policy, on its own terms. */
  public LedgerOptions withPolicy(PushPolicy other) {
    return new LedgerOptions(other, other.terms(), minimumRegions, maxForeignSums, workspaceBudget);
  }

  /** With other numbers for the policy. */
  public LedgerOptions withTerms(PushPolicy.PushTerms other) {
    return new LedgerOptions(policy, other, minimumRegions, maxForeignSums, workspaceBudget);
  }

  /** With another least number of regions. */
  public LedgerOptions withMinimumRegions(int regions) {
    return new LedgerOptions(policy, terms, regions, maxForeignSums, workspaceBudget);
  }

  /** With room for another number of foreign sums. */
  public LedgerOptions withMaxForeignSums(int sums) {
    return new LedgerOptions(policy, terms, minimumRegions, sums, workspaceBudget);
  }

  /** With another budget for each workspace. */
  public LedgerOptions withWorkspaceBudget(int cells) {
    return new LedgerOptions(policy, terms, minimumRegions, maxForeignSums, cells);
  }
}
