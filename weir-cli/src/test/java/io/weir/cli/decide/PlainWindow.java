// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.decide;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The sliding window as plainly as it can be said: a count per fixed window, and time stepped millisecond by millisecond. */
final class PlainWindow {
  private record Cell(String identifier, long duration, long sequence) {}

  private final Map<Cell, Long> counts = new HashMap<>();

  /** One check: who, how much, and under which limit. */
  record Ask(String identifier, long cost, long limit, long duration) {}

  /** Decides these together at an instant that is never before the last one, and gives the lines that should be printed. */
  List<String> decide(long t, List<Ask> asks) {
    List<Long> costs = new ArrayList<>();
    Map<List<Object>, Long> soFar = new HashMap<>();
    boolean allFit = true;
    for (Ask ask : asks) {
      long cost = soFar.merge(List.of(ask.identifier(), ask.duration()), ask.cost(), Long::sum);
      costs.add(cost);
      allFit &= fits(ask, t, cost);
    }
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < asks.size(); i++) {
      lines.add(line(asks.get(i), t, costs.get(i), allFit));
    }
    if (allFit) {
      asks.forEach(ask -> counts.merge(cell(ask, t, 0), ask.cost(), Long::sum));
    }
    return lines;
  }

  private String line(Ask ask, long t, long cost, boolean counted) {
    long remaining = Math.max(0, ask.limit() - held(ask, t) - (counted ? cost : 0));
    long reset = (t / ask.duration() + 1) * ask.duration();
    return "{\"allowed\":" + fits(ask, t, cost) + ",\"limit\":" + ask.limit() + ",\"remaining\":"
        + remaining + ",\"reset\":" + reset + ",\"retryAfter\":" + retryAfter(ask, t, cost) + "}";
  }

  private String retryAfter(Ask ask, long t, long cost) {
    for (long wait = 0; wait <= 2 * ask.duration(); wait++) {
      if (fits(ask, t + wait, cost)) {
        return String.valueOf(wait);
      }
    }
    return "null";
  }

  private boolean fits(Ask ask, long t, long cost) {
    return ask.limit() > 0 && held(ask, t) + cost <= ask.limit();
  }

  private long held(Ask ask, long t) {
    long left = ask.duration() - t % ask.duration();
    long previous = counts.getOrDefault(cell(ask, t, -1), 0L);
    return counts.getOrDefault(cell(ask, t, 0), 0L) + previous * left / ask.duration();
  }

  private static Cell cell(Ask ask, long t, int offset) {
    return new Cell(ask.identifier(), ask.duration(), t / ask.duration() + offset);
  }
}
