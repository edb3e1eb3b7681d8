// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic;

import io.weir.LimitPolicy;
import io.weir.SubjectKey;

/** A simulated user of the rate limiter, with its limit. */
public final class Spender {
  /*
   * A class and not a record: its names are used with every check, and creating them each time took a tenth of a
   * simulation's time.
   */

  /** All spenders of a simulation are in one namespace. */
  public static final String NAMESPACE = "api";

  private static final String PREFIX = "user-";

  private final int number;
  private final String workspace;
  private final LimitPolicy limitPolicy;
  private final SubjectKey key;

  /**
   * Creates a spender.
   *
   * @param number the unique number of the spender, from 0
   * @param workspace the workspace that the spender belongs to
   * @param limitPolicy the limit of the spender
   */
  public Spender(int number, String workspace, LimitPolicy limitPolicy) {
    this.number = number;
    this.workspace = workspace;
    this.limitPolicy = limitPolicy;
    this.key = new SubjectKey(workspace, NAMESPACE, PREFIX + number, limitPolicy.durationMillis());
  }

  /** Returns the number of the spender with this key. */
  public static int numberOf(SubjectKey key) {
    String identifier = key.identifier();
    return Integer.parseInt(identifier, PREFIX.length(), identifier.length(), 10);
  }

  /** Returns the unique number, from 0. */
  public int number() {
    return number;
  }

  /** Returns the workspace that the spender belongs to. */
  public String workspace() {
    return workspace;
  }

  /** Returns the limit. */
  public LimitPolicy limit() {
    return limitPolicy;
  }

  /** Returns the identifier, the same in all regions. */
  public String identifier() {
    return key.identifier();
  }

  /** Returns the key in the stores. */
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
