// SPDX-License-Identifier: Apache-2.0
package io.weir.api;

import java.util.List;

/**
 * The result of an all-or-nothing batch: either all of its checks were counted, or none.
 *
 * @param success whether the whole batch is allowed
 * @param results one result per check, in order. In a refused batch, {@code success} is false for the checks that do
 *     not fit and true for those that would fit on their own
 */
public record BatchResult(boolean success, List<Result> results) {

  public BatchResult {
    results = List.copyOf(results);
  }
}
