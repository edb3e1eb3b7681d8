// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.isolation.attack;

import java.io.IOException;

/** One thread's part in an attack. Another thread closes it, which must interrupt any wait. */
public interface Attacker extends AutoCloseable {

  /**
   * Makes one step, such as a request.
   *
   * @param number how many steps all attackers have made before
   * @return the outcome, such as a status code
   */
  String act(long number) throws IOException;

  @Override
  void close() throws IOException;
}
