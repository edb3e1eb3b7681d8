// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.client.contender;

/** A service whose methods do nothing. */
public interface LimitedCalls {
  /** Has one limit for all customers together. */
  String shared(String customer);

  /** Has a limit per customer. */
  String own(String customer);
}
