// SPDX-License-Identifier: Apache-2.0
package io.weir.redis;

import java.util.UUID;

/** Beginnings of keys, so that tests on one server do not meet. */
public final class TestPrefixes {
  private TestPrefixes() {}

  /** One that nobody used before. */
  public static String unused() {
    return "t-" + UUID.randomUUID();
  }
}
