// SPDX-License-Identifier: Apache-2.0
package io.weir.process;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * The names under which a process writes its counts: a random one, and the data set of its origin. Both are renewed
 * when what was written so far must stay unchanged: then subjects of later generations write under new names, and
 * those of earlier ones keep theirs.
 */
public final class Incarnation {
  /**
   * A range of subjects that share their names.
   *
   * @param firstGeneration the generation of the first of them
   * @param name the name of the process
   * @param dataSet the data set of its origin; empty without an origin, or while it is unknown
   * @param isClosed whether their counts must no longer be published to the origin
   */
  private record NamePeriod(int firstGeneration, String name, String dataSet, boolean isClosed) {}

  private final RandomGenerator random;

  /** Newest first. Replaced under this object's lock, read by any thread. */
  private volatile List<NamePeriod> periods;

  /** Creates an incarnation with a name drawn from this source. */
  public Incarnation(RandomGenerator random) {
    this.random = random;
    this.periods = List.of(new NamePeriod(0, draw(), "", false));
  }

  private String draw() {
    return Long.toUnsignedString(random.nextLong(), Character.MAX_RADIX)
        + Long.toUnsignedString(random.nextLong(), Character.MAX_RADIX);
  }

  /** The current name of the process. */
  public String name() {
    return periods.get(0).name();
  }

  /** The data set that new subjects belong to; empty without an origin, or while it is unknown. */
  public String dataSet() {
    return periods.get(0).dataSet();
  }

  /** The name under which the subject of this generation writes its counts. */
  public String writer(int generation) {
    return periodOf(generation).name() + "." + Integer.toString(generation, Character.MAX_RADIX);
  }

  /** The data set that the subject of this generation belongs to; empty if it is unknown. */
  public String dataSet(int generation) {
    return periodOf(generation).dataSet();
  }

  private NamePeriod periodOf(int generation) {
    List<NamePeriod> known = periods;
    int i = 0;
    while (i < known.size() - 1 && generation - known.get(i).firstGeneration() < 0) {
      i++; // by difference: generations may wrap
    }
    return known.get(i);
  }

  /** Whether the subject of this generation has the current names. */
  public boolean isCurrent(int generation) {
    List<NamePeriod> known = periods;
    // Compared by difference, because generations may wrap.
    return known.size() == 1 || generation - known.get(0).firstGeneration() >= 0;
  }

  /** Whether counts of the subject of this generation must no longer be published to the origin. */
  public boolean isClosed(int generation) {
    return periodOf(generation).isClosed();
  }

  /** Sets the data set, which was unknown until now. */
  public synchronized void learn(String dataSet) {
    periods = periods.stream()
        .map(each -> each.dataSet().isEmpty()
            ? new NamePeriod(each.firstGeneration(), each.name(), dataSet, each.isClosed())
            : each)
        .toList();
  }

  /** Gives new names to subjects from this generation on. */
  public synchronized void renew(int firstGeneration, String dataSet) {
    NamePeriod fresh = new NamePeriod(firstGeneration, draw(), dataSet, false);
    periods = Stream.concat(Stream.of(fresh), periods.stream()).toList();
  }

  /** Closes the names of all subjects so far: their counts are no longer published to the origin. */
  public synchronized void close() {
    periods = periods.stream()
        .map(each -> new NamePeriod(each.firstGeneration(), each.name(), each.dataSet(), true))
        .toList();
  }
}
