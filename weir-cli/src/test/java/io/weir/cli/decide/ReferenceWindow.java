// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.decide;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A simple reference model of the sliding window: a count per fixed window, and time advanced millisecond by
 * millisecond.
 */
final class ReferenceWindow {
  private record Cell(String identifier, long duration, long sequence) {}

  private final Map<Cell, Long> counts = new HashMap<>();

  /** One check and its limit. */
  record ReferenceCheck(String identifier, long cost, long limit, long duration) {}

  /** Decides these checks as a batch and returns the expected output lines. The time never decreases between calls. */
  List<String> decide(long t, List<ReferenceCheck> checks) {
    List<Long> costs = new ArrayList<>();
    Map<List<Object>, Long> cumulative = new HashMap<>();
    boolean allFit = true;
    for (ReferenceCheck referenceCheck : checks) {
      long cost = cumulative.merge(
          List.of(referenceCheck.identifier(), referenceCheck.duration()),
          referenceCheck.cost(),
          Long::sum);
      costs.add(cost);
      allFit &= fits(referenceCheck, t, cost);
    }
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < checks.size(); i++) {
      lines.add(line(checks.get(i), t, costs.get(i), allFit));
    }
    if (allFit) {
      checks.forEach(referenceCheck ->
          counts.merge(cell(referenceCheck, t, 0), referenceCheck.cost(), Long::sum));
    }
    return lines;
  }

  private String line(ReferenceCheck referenceCheck, long t, long cost, boolean counted) {
    long remaining =
        Math.max(0, referenceCheck.limit() - held(referenceCheck, t) - (counted ? cost : 0));
    long reset = (t / referenceCheck.duration() + 1) * referenceCheck.duration();
    return "{\"allowed\":" + fits(referenceCheck, t, cost) + ",\"limit\":" + referenceCheck.limit()
        + ",\"remaining\":" + remaining + ",\"reset\":" + reset + ",\"retryAfter\":"
        + retryAfter(referenceCheck, t, cost) + "}";
  }

  private String retryAfter(ReferenceCheck referenceCheck, long t, long cost) {
    for (long wait = 0; wait <= 2 * referenceCheck.duration(); wait++) {
      if (fits(referenceCheck, t + wait, cost)) {
        return String.valueOf(wait);
      }
    }
    return "null";
  }

  private boolean fits(ReferenceCheck referenceCheck, long t, long cost) {
    return referenceCheck.limit() > 0 && held(referenceCheck, t) + cost <= referenceCheck.limit();
  }

  private long held(ReferenceCheck referenceCheck, long t) {
    long left = referenceCheck.duration() - t % referenceCheck.duration();
    long previous = counts.getOrDefault(cell(referenceCheck, t, -1), 0L);
    return counts.getOrDefault(cell(referenceCheck, t, 0), 0L)
        + previous * left / referenceCheck.duration();
  }

  private static Cell cell(ReferenceCheck referenceCheck, long t, int offset) {
    return new Cell(
        referenceCheck.identifier(),
        referenceCheck.duration(),
        t / referenceCheck.duration() + offset);
  }
}
