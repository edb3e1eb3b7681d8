// SPDX-License-Identifier: Apache-2.0
package io.weir.engine;

/** What must happen before a subject can be decided on. */
enum Need {
  NOTHING,
  REFRESH,
  READ,
  DEGRADED,
  GONE
}
