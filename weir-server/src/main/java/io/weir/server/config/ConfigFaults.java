// SPDX-License-Identifier: Apache-2.0
package io.weir.server.config;

import java.io.Serial;
import java.util.List;
import java.util.stream.Collectors;

/** An exception for a configuration with which no server can start. Its message has a line for each fault. */
public final class ConfigFaults extends Exception {
  @Serial
  private static final long serialVersionUID = 1;

  private final transient List<ConfigFault> faults;

  ConfigFaults(List<ConfigFault> faults) {
    super(faults.stream()
        .map(configFault -> "  " + configFault)
        .collect(Collectors.joining(
            "\n",
            "invalid configuration, " + faults.size()
                + (faults.size() == 1 ? " error:\n" : " errors:\n"),
            "")));
    this.faults = List.copyOf(faults);
  }

  /** Returns the faults: flags first, then settings in the order of the table, then unknown names. */
  public List<ConfigFault> faults() {
    return faults;
  }
}
