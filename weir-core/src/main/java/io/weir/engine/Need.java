// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

/** What must happen before a check of a subject can be decided. */
enum Need {
  NOTHING,
  REFRESH,
  READ,
  DEGRADED,
  GONE
}
