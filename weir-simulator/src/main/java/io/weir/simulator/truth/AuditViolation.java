// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.truth;

/** Something is not as it must be. */
public final class AuditViolation extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** What, in a sentence. */
  public AuditViolation(String what) {
    super(what);
  }
}
