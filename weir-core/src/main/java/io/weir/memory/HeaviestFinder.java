// SPDX-License-Identifier: Apache-2.0
package io.weir.memory;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Finds the user of a shared resource that uses most of it, without examining all of them each time. Not thread-safe;
 * the examined values may change meanwhile.
 */
public final class HeaviestFinder<T> {
  /*
   * A full pass yields the few heaviest, and these are compared until none of them is clearly above the next one and
   * above an equal share of what all of them use. So taking from the heaviest never takes from a user that has less
   * than its share, except for a sixteenth of it.
   */

  /** How many are compared each time: a full pass is amortized over this many. */
  private static final int MAX_COMPARED = 16;

  /** How often they are compared at most before the next full pass: another user may have become heavy. */
  private static final int MAX_USES = 256;

  /** A user is spared when it is below an equal share by this fraction. */
  private static final double SLACK = 1.0 / 16;

  private final Supplier<? extends Iterable<T>> all;
  private final ToDoubleFunction<T> load;
  private List<T> compared = new ArrayList<>();
  private double threshold;
  private int uses;

  /**
   * Creates a finder among these users.
   *
   * @param load the fraction that one of them uses; the fractions of all add up to 1 when nothing is left
   */
  public HeaviestFinder(Supplier<? extends Iterable<T>> all, ToDoubleFunction<T> load) {
    this.all = all;
    this.load = load;
  }

  /** Returns the heaviest; of two equal ones, the preferred one. Null if none uses anything. */
  public @Nullable T find(@Nullable T preferred) {
    T found = uses++ < MAX_USES ? heaviestCompared() : null;
    if (found == null || load.applyAsDouble(found) < threshold) {
      compareAll();
      found = heaviestCompared();
    }
    if (preferred != null
        && load.applyAsDouble(preferred) > 0
        && (found == null || load.applyAsDouble(preferred) >= load.applyAsDouble(found))) {
      return preferred;
    }
    return found;
  }

  private @Nullable T heaviestCompared() {
    T heaviest = null;
    double most = 0;
    for (T each : compared) {
      double its = load.applyAsDouble(each);
      if (its > most) {
        heaviest = each;
        most = its;
      }
    }
    return heaviest;
  }

  private record Weighed<T>(T each, double load) {}

  private void compareAll() {
    PriorityQueue<Weighed<T>> kept =
        new PriorityQueue<>(MAX_COMPARED + 1, Comparator.comparingDouble(Weighed::load));
    int many = 0;
    double next = 0;
    double sum = 0;
    for (T each : all.get()) {
      many++;
      double its = load.applyAsDouble(each);
      sum += its;
      kept.add(new Weighed<>(each, its));
      if (kept.size() > MAX_COMPARED) {
        next = Math.max(next, kept.remove().load());
      }
    }
    compared = new ArrayList<>(kept.stream().map(Weighed::each).toList());
    threshold = (1 - SLACK) * Math.max(next, sum / Math.max(1, many));
    uses = 0;
  }
}
