// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.bound;

import io.weir.simulator.traffic.Ask;
import io.weir.simulator.traffic.Spender;

/** The most that each spender was offered within any stretch of time of a given length. */
public final class Offers {
  /** Offers within this part of a stretch count as simultaneous: the stretch is longer by up to twice as much. */
  private static final long GRAINS = 50;

  private static final class Account {
    private final long[] grains;
    private long newest = Long.MIN_VALUE / 2;
    private long sum;
    private long most;
    private long largestCost;

    private Account(int size) {
      grains = new long[size];
    }
  }

  private final Account[] accounts;
  private final long grainMillis;

  /** For so many spenders, over stretches of this length. */
  public Offers(int spenders, long stretchMillis) {
    grainMillis = Math.max(1, stretchMillis / GRAINS);
    int size = (int) (stretchMillis / grainMillis) + 2;
    accounts = new Account[spenders];
    for (int i = 0; i < spenders; i++) {
      accounts[i] = new Account(size);
    }
  }

  /** Somebody asks. */
  public void asked(Ask ask, long nowMillis) {
    Account account = accounts[ask.spender().number()];
    long grain = Math.floorDiv(nowMillis, grainMillis);
    int size = account.grains.length;
    for (long next = Math.max(account.newest + 1, grain - size + 1); next <= grain; next++) {
      int slot = Math.floorMod(next, size);
      account.sum -= account.grains[slot];
      account.grains[slot] = 0;
    }
    account.newest = Math.max(account.newest, grain);
    account.grains[Math.floorMod(grain, size)] += ask.cost();
    account.sum += ask.cost();
    account.most = Math.max(account.most, account.sum);
    account.largestCost = Math.max(account.largestCost, ask.cost());
  }

  /** The most that this spender may exceed its limit by, in limits. */
  public double bound(Spender spender, Bound bound) {
    Account account = accounts[spender.number()];
    return bound.units(account.most, account.largestCost, spender.limit())
        / spender.limit().amount();
  }
}
