// SPDX-License-Identifier: Apache-2.0
package io.weir;

import java.util.List;

/**
 * The answer to a batch: all of its checks were counted, or none.
 *
 * @param allowed whether the whole batch was counted
 * @param decisions one per check, in order. In a refused batch, the checks that do not fit are refused. Those that fit
 *     are reported as such, with the head-room before their cost
 */
public record BatchDecision(boolean allowed, List<Decision> decisions) {

  public BatchDecision {
    decisions = List.copyOf(decisions);
  }
}
