// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.run;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Who is put to the test. */
public enum ComparedPolicy {
  /** Knows everything at once: nobody can do better. */
  EXACT,
  /** Weir with the settings that it comes with. */
  WEIR,
  /** As the original does it today. */
  UPSTREAM,
  /** As the RFC proposes it. */
  RFC,
  /** Every region for itself: no ledger. */
  REGIONAL;

  /** Its name on the command line and in reports. */
  public String title() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The contender of this name. */
  public static Optional<ComparedPolicy> named(String title) {
    return Arrays.stream(values()).filter(each -> each.title().equals(title)).findAny();
  }

  /** The names of all. */
  public static List<String> titles() {
    return Arrays.stream(values()).map(ComparedPolicy::title).toList();
  }
}
