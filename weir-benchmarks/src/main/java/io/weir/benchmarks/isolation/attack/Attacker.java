// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.isolation.attack;

import java.io.IOException;

/** One thread's part in an attack. Closed by another thread, which must end whatever it waits for. */
public interface Attacker extends AutoCloseable {

  /**
   * Does one step, such as a request.
   *
   * @param number how many steps all attackers made before
   * @return what came of it, such as a status code
   */
  String act(long number) throws IOException;

  @Override
  void close() throws IOException;
}
