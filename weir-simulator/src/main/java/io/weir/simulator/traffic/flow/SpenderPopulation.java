// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic.flow;

import io.weir.LimitPolicy;
import io.weir.simulator.traffic.Spender;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A group of spenders with their loads and regions. */
public final class SpenderPopulation {
  private final List<Spender> spenders;
  private final List<Spender> view;
  private final double[] wanted;
  private final RegionChoice[] routes;

  /** Creates a population with this capacity. */
  public SpenderPopulation(int members) {
    spenders = new ArrayList<>(members);
    view = Collections.unmodifiableList(spenders);
    wanted = new double[members];
    routes = new RegionChoice[members];
  }

  /** Adds a spender that tries to spend this many limits per window with checks of cost 1. */
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

  /** Returns all spenders, by number. */
  public List<Spender> spenders() {
    return view;
  }

  /** Returns the load of a member, in limits per window. */
  public double limitsPerWindow(int member) {
    return wanted[member];
  }

  /** Returns the length of a member's window. */
  long windowMillis(int member) {
    return spenders.get(member).limit().durationMillis();
  }

  /** Returns a member's number of checks of cost 1 per window. */
  double perWindow(int member) {
    return wanted[member] * spenders.get(member).limit().amount();
  }

  int region(int member, double draw) {
    return routes[member].region(draw);
  }
}
