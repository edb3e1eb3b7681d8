// SPDX-License-Identifier: Apache-2.0
package io.weir.api;

import java.util.List;

/**
 * The answer to a batch: all of its checks were counted, or none.
 *
 * @param success whether the batch may go ahead
 * @param results one per check, in order. In a refused batch the checks that do not fit are refused, and those that fit
 *     by themselves say so
 */
public record BatchResult(boolean success, List<Result> results) {

  public BatchResult {
    results = List.copyOf(results);
  }
}
