// SPDX-License-Identifier: Apache-2.0
package io.weir.sync;

/** What is known of this process's origin, for those who talk to the ledger. */
public interface OriginState {
  /** There is no origin. */
  OriginState NONE = new OriginState() {};

  /** Whether it answered, or turned out to be unavailable. */
  default boolean isSettled() {
    return true;
  }

  /** Whether it lost data, and the ledger may only be told what it knows. */
  default boolean isRecovering() {
    return false;
  }
}
