// SPDX-License-Identifier: Apache-2.0
package io.weir.time;

/** Background work, done one bounded step at a time. The caller decides how often. */
@FunctionalInterface
public interface Agent {

  /** Does one bounded step and returns how much it did; 0 means that there was nothing to do now. Never blocks. */
  int work();
}
