// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.ledger.traffic;

import io.weir.LimitPolicy;
import java.util.List;

/**
 * One subject of the traffic and how it spends.
 *
 * @param index its number
 * @param workspace the number of its workspace
 * @param limit what it may spend
 * @param limitsPerWindow how much it tries to spend in a window, in limits
 * @param branches where it spends
 */
public record Spender(
    int index, int workspace, LimitPolicy limit, double limitsPerWindow, List<Branch> branches) {

  /** From here on a subject counts as hot. */
  private static final double HOT = 0.5;

  private static final String PREFIX = "subject-";

  /**
   * One of the regions where a subject spends.
   *
   * @param region the region's number
   * @param share the part of the subject's checks that goes there; all of them together are 1
   */
  public record Branch(int region, double share) {}

  /** Its name, the same everywhere. */
  public String identifier() {
    return PREFIX + index;
  }

  /** The number of the subject of this name. */
  public static int indexOf(String identifier) {
    return Integer.parseInt(identifier, PREFIX.length(), identifier.length(), 10);
  }

  /** Whether more than one region hears of it. */
  public boolean isShared() {
    return branches.size() > 1;
  }

  /** Whether it tries to spend half of its limit or more in a window. */
  public boolean isHot() {
    return limitsPerWindow >= HOT;
  }

  /** The number of the region of a branch. */
  public int region(int branch) {
    return branches.get(branch).region();
  }

  /** Milliseconds between two checks of cost 1, in the mean. */
  double meanGapMillis() {
    return limit.durationMillis() / (limitsPerWindow * limit.amount());
  }

  /** The branch where a check goes, for a number of 0 to 1. */
  int branchFor(double draw) {
    int branch = 0;
    double upTo = branches.get(0).share();
    while (draw >= upTo && branch < branches.size() - 1) {
      branch++;
      upTo += branches.get(branch).share();
    }
    return branch;
  }
}
