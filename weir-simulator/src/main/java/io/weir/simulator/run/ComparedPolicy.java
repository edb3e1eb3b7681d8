// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.run;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A policy that the simulator can compare. */
public enum ComparedPolicy {
  /** An ideal limiter that knows all counts at once: the upper limit of exactness. */
  EXACT,
  /** Weir with its default settings. */
  WEIR,
  /** The algorithm of the original implementation. */
  UPSTREAM,
  /** The algorithm that the RFC proposes. */
  RFC,
  /** Independent regions without a ledger. */
  REGIONAL;

  /** Returns the policy's name on the command line and in reports. */
  public String title() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the policy of this name. */
  public static Optional<ComparedPolicy> named(String title) {
    return Arrays.stream(values()).filter(each -> each.title().equals(title)).findAny();
  }

  /** Returns the names of all policies. */
  public static List<String> titles() {
    return Arrays.stream(values()).map(ComparedPolicy::title).toList();
  }
}
