// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic.flow;

import io.weir.Limit;
import io.weir.simulator.traffic.Spender;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Spenders, how much each wants, and where. */
public final class Crowd {
  private final List<Spender> spenders;
  private final List<Spender> view;
  private final double[] wanted;
  private final Route[] routes;

  /** Room for so many. */
  public Crowd(int members) {
    spenders = new ArrayList<>(members);
    view = Collections.unmodifiableList(spenders);
    wanted = new double[members];
    routes = new Route[members];
  }

  /** Adds a spender who tries to spend this many limits per window by checks of cost 1. */
  public void add(Limit limit, double limitsPerWindow, Route route) {
    add("workspace", limit, limitsPerWindow, route);
  }

  /** Adds a spender of this workspace. */
  public void add(String workspace, Limit limit, double limitsPerWindow, Route route) {
    if (!(limitsPerWindow > 0) || limitsPerWindow == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "limits per window must be more than 0 and finite, but was " + limitsPerWindow);
    }
    int number = spenders.size();
    wanted[number] = limitsPerWindow;
    routes[number] = route;
    spenders.add(new Spender(number, workspace, limit));
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
