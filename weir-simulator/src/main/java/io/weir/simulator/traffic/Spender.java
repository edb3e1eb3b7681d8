// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic;

import io.weir.LimitPolicy;
import io.weir.SubjectKey;

/** Somebody with a limit. */
public final class Spender {
  /*
   * A class and not a record: its names are asked for with every check, and making them anew each time took a tenth of a
   * simulation.
   */

  /** All spenders of a simulation are in one namespace. */
  public static final String NAMESPACE = "api";

  private static final String PREFIX = "user-";

  private final int number;
  private final String workspace;
  private final LimitPolicy limitPolicy;
  private final SubjectKey key;

  /**
   * Somebody with this limit.
   *
   * @param number tells it apart from the others; they count from 0
   * @param workspace whose customer it is
   * @param limitPolicy what it may spend
   */
  public Spender(int number, String workspace, LimitPolicy limitPolicy) {
    this.number = number;
    this.workspace = workspace;
    this.limitPolicy = limitPolicy;
    this.key = new SubjectKey(workspace, NAMESPACE, PREFIX + number, limitPolicy.durationMillis());
  }

  /** The number of the spender of this name. */
  public static int numberOf(SubjectKey key) {
    String identifier = key.identifier();
    return Integer.parseInt(identifier, PREFIX.length(), identifier.length(), 10);
  }

  /** Tells it apart from the others; they count from 0. */
  public int number() {
    return number;
  }

  /** Whose customer it is. */
  public String workspace() {
    return workspace;
  }

  /** What it may spend. */
  public LimitPolicy limit() {
    return limitPolicy;
  }

  /** Its name, the same everywhere. */
  public String identifier() {
    return key.identifier();
  }

  /** Its name in the stores. */
  public SubjectKey key() {
    return key;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Spender spender
        && key.equals(spender.key)
        && limitPolicy.equals(spender.limitPolicy);
  }

  @Override
  public int hashCode() {
    return number;
  }

  @Override
  public String toString() {
    return key.identifier() + " of " + workspace + ", " + limitPolicy;
  }
}
