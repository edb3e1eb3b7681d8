// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic.flow;

import io.weir.LimitPolicy;
import io.weir.simulator.traffic.Spender;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Spenders, how much each wants, and where. */
public final class SpenderPopulation {
  private final List<Spender> spenders;
  private final List<Spender> view;
  private final double[] wanted;
  private final RegionChoice[] routes;

  /** Room for so many. */
  public SpenderPopulation(int members) {
    spenders = new ArrayList<>(members);
    view = Collections.unmodifiableList(spenders);
    wanted = new double[members];
    routes = new RegionChoice[members];
  }

  /** Adds a spender who tries to spend this many limits per window by checks of cost 1. */
  public void add(LimitPolicy limitPolicy, double limitsPerWindow, RegionChoice regionChoice) {
    add("workspace", limitPolicy, limitsPerWindow, regionChoice);
  }

  /** Adds a spender of this workspace. */
  public void add(
      String workspace,
      LimitPolicy limitPolicy,
      double limitsPerWindow,
      RegionChoice regionChoice) {
    if (!(limitsPerWindow > 0) || limitsPerWindow == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "limits per window must be more than 0 and finite, but was " + limitsPerWindow);
    }
    int number = spenders.size();
    wanted[number] = limitsPerWindow;
    routes[number] = regionChoice;
    spenders.add(new Spender(number, workspace, limitPolicy));
  }

  /** Everybody, by number. */
  public List<Spender> spenders() {
    return view;
  }

  /** How many limits per window this one tries to spend. */
  public double limitsPerWindow(int member) {
    return wanted[member];
  }

  /** The length of this one's window. */
  long windowMillis(int member) {
    return spenders.get(member).limit().durationMillis();
  }

  /** Checks of cost 1 per window. */
  double perWindow(int member) {
    return wanted[member] * spenders.get(member).limit().amount();
  }

  int region(int member, double draw) {
    return routes[member].region(draw);
  }
}
