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
 * Finds the one of many that uses most of what they share, without looking at all of them each time. Not safe for many
 * threads; what it looks at may change meanwhile.
 */
public final class HeaviestFinder<T> {
  /*
   * A look at all of them yields the few heaviest, and these are compared until none of them is clearly above the next
   * one and above an equal share of what all of them use. Whoever takes from the heaviest so takes from nobody who has less than
   * his share, but for a sixteenth of it.
   */

  /** How many are compared each time: a look at all of them is paid for by what is taken from so many. */
  private static final int MAX_COMPARED = 16;

  /** How often they are compared at most before all are looked at: somebody else may have become heavy. */
  private static final int MAX_USES = 256;

  /** The part below an equal share at which somebody is spared. */
  private static final double SLACK = 1.0 / 16;

  private final Supplier<? extends Iterable<T>> all;
  private final ToDoubleFunction<T> load;
  private List<T> compared = new ArrayList<>();
  private double threshold;
  private int uses;

  /**
   * Chooses among these.
   *
   * @param load the part that one of them uses; those of all of them add up to 1 when nothing is left
   */
  public HeaviestFinder(Supplier<? extends Iterable<T>> all, ToDoubleFunction<T> load) {
    this.all = all;
    this.load = load;
  }

  /** The heaviest; of two that are equal, the preferred one. Null if there is none that uses anything. */
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
