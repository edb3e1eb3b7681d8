// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http.load;

/** The resources that one request, or one unfinished head, takes from a budget. */
public interface ResourceClaim {

  /**
   * Sets the number of bytes that this claim holds. They stay in memory until the client has sent or read them. False
   * if there is no room for them; then nothing changes.
   */
  boolean reserve(long bytes);

  /** Releases the claim. Must be called once. */
  void release();
}
