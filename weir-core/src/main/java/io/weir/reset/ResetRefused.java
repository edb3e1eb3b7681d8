// SPDX-License-Identifier: Apache-2.0
package io.weir.reset;

/** Thrown for a reset that can't be made, now or later, unless something else changes first. Nothing was reset. */
public final class ResetRefused extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Creates a refusal with its reason, as a sentence. */
  public ResetRefused(String reason) {
    super(reason);
  }

  /** Creates a refusal because the workspace already has the maximum number of resets. */
  public static ResetRefused overBudget(String workspace) {
    return new ResetRefused("workspace " + workspace + " has reached the limit of " + Resets.BUDGET
        + " identifiers with a reset; a reset is kept for " + Resets.RETENTION_MILLIS / 86_400_000
        + " days");
  }
}
