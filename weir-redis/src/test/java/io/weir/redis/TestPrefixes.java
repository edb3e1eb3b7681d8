// SPDX-License-Identifier: Apache-2.0
package io.weir.redis;

import java.util.UUID;

/** A source of key prefixes that keep the tests on one server apart. */
public final class TestPrefixes {
  private TestPrefixes() {}

  /** Returns a prefix that was not used before. */
  public static String unused() {
    return "t-" + UUID.randomUUID();
  }
}
