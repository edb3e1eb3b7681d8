// SPDX-License-Identifier: Apache-2.0
package io.weir.ledger;

/** Thrown when a call to the ledger failed: it is unavailable, too slow, or reported an error. A retry may succeed. */
public final class LedgerUnavailable extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Creates a failure with a sentence that says what failed. */
  public LedgerUnavailable(String message) {
    super(message);
  }

  /** Creates a failure with a sentence that says what failed, and its cause. */
  public LedgerUnavailable(String message, Throwable cause) {
    super(message, cause);
  }
}
