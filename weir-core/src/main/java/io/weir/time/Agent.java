// SPDX-License-Identifier: Apache-2.0
package io.weir.time;

/** Work that happens over time, one bounded step at a time. Who calls it, and how often, is not its business. */
@FunctionalInterface
public interface Agent {

  /** Does one bounded step and says how much it did; 0 means there was nothing to do now. Never blocks. */
  int work();
}
