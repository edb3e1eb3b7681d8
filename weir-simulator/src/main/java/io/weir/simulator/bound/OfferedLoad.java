// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.bound;

import io.weir.simulator.traffic.SimulatedCheck;
import io.weir.simulator.traffic.Spender;

/** Measures the maximum load that each spender was offered within any interval of a given length. */
public final class OfferedLoad {
  /**
   * Offers within this fraction of an interval count as simultaneous. The measured interval is longer by up to two
   * such grains.
   */
  private static final long GRAINS = 50;

  private static final class LoadAccount {
    private final long[] grains;
    private long newest = Long.MIN_VALUE / 2;
    private long sum;
    private long max;
    private long largestCost;

    private LoadAccount(int size) {
      grains = new long[size];
    }
  }

  private final LoadAccount[] accounts;
  private final long grainMillis;

  /** Creates a meter for this number of spenders and intervals of this length. */
  public OfferedLoad(int spenders, long stretchMillis) {
    grainMillis = Math.max(1, stretchMillis / GRAINS);
    int size = (int) (stretchMillis / grainMillis) + 2;
    accounts = new LoadAccount[spenders];
    for (int i = 0; i < spenders; i++) {
      accounts[i] = new LoadAccount(size);
    }
  }

  /** Records an offered check. */
  public void record(SimulatedCheck simulatedCheck, long nowMillis) {
    LoadAccount loadAccount = accounts[simulatedCheck.spender().number()];
    long grain = Math.floorDiv(nowMillis, grainMillis);
    int size = loadAccount.grains.length;
    for (long next = Math.max(loadAccount.newest + 1, grain - size + 1); next <= grain; next++) {
      int slot = Math.floorMod(next, size);
      loadAccount.sum -= loadAccount.grains[slot];
      loadAccount.grains[slot] = 0;
    }
    loadAccount.newest = Math.max(loadAccount.newest, grain);
    loadAccount.grains[Math.floorMod(grain, size)] += simulatedCheck.cost();
    loadAccount.sum += simulatedCheck.cost();
    loadAccount.max = Math.max(loadAccount.max, loadAccount.sum);
    loadAccount.largestCost = Math.max(loadAccount.largestCost, simulatedCheck.cost());
  }

  /** Returns the maximum over-admission of this spender, in limits. */
  public double bound(Spender spender, OverAdmissionBound overAdmissionBound) {
    LoadAccount loadAccount = accounts[spender.number()];
    return overAdmissionBound.units(loadAccount.max, loadAccount.largestCost, spender.limit())
        / spender.limit().amount();
  }
}
