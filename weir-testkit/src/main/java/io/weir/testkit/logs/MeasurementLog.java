// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.logs;

/**
 * A log of what tests measured but do not assert, since it depends on the machine. It is in the module's {@code target/test-*.log},
 * not on the console, where numbers look like findings.
 */
public final class MeasurementLog {
  private static final System.Logger LOG = System.getLogger("io.weir.measured");

  private MeasurementLog() {}

  /** Adds a line, or several. */
  public static void add(String text) {
    LOG.log(System.Logger.Level.INFO, text);
  }
}
