// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.client.contender;

/** Something to call that does nothing itself. */
public interface NoopService {
  /** Limited for all customers together. */
  String shared(String customer);

  /** Limited for each customer. */
  String own(String customer);
}
