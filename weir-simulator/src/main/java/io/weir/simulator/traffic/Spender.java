// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic;

import io.weir.Limit;
import io.weir.SubjectKey;

/**
 * Somebody with a limit.
 *
 * @param number tells it apart from the others; they count from 0
 * @param workspace whose customer it is
 * @param limit what it may spend
 */
public record Spender(int number, String workspace, Limit limit) {
  /** All spenders of a simulation are in one namespace. */
  public static final String NAMESPACE = "api";

  /** Its name, the same everywhere. */
  public String identifier() {
    return "user-" + number;
  }

  /** Its name in the stores. */
  public SubjectKey key() {
    return new SubjectKey(workspace, NAMESPACE, identifier(), limit.durationMillis());
  }
}
