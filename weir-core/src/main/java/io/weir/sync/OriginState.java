// SPDX-License-Identifier: Apache-2.0
package io.weir.sync;

/** The state of this process's origin, for the agents that talk to the ledger. */
public interface OriginState {
  /** The state without an origin. */
  OriginState NONE = new OriginState() {};

  /** Whether the origin answered or turned out to be unavailable. */
  default boolean isSettled() {
    return true;
  }

  /** Whether the origin lost data, so that only counts that it knows may be pushed to the ledger. */
  default boolean isRecovering() {
    return false;
  }
}
