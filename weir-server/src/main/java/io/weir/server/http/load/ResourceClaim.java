// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http.load;

/** What one request, or one unfinished head, takes up of a budget. */
public interface ResourceClaim {

  /**
   * Takes up so many bytes from now on, which stay in memory for as long as whoever sends or reads them likes. False if there
   * is no room for them; then nothing changes.
   */
  boolean reserve(long bytes);

  /** Takes up nothing any more. To be called once. */
  void release();
}
