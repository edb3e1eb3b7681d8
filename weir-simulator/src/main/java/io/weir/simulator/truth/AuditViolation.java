// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.truth;

/** Thrown when the audit finds a violated invariant. */
public final class AuditViolation extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Creates an exception with a sentence that describes the violation. */
  public AuditViolation(String description) {
    super(description);
  }
}
