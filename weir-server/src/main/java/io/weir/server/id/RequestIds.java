// SPDX-License-Identifier: Apache-2.0
package io.weir.server.id;

import java.util.random.RandomGenerator;

/** A generator of request ids. Used by one event loop. */
public final class RequestIds {
  private static final int LENGTH = 9;

  private final RandomGenerator random;

  /** Creates a generator that uses this source of randomness. */
  public RequestIds(RandomGenerator random) {
    this.random = random;
  }

  /** Returns a new id. */
  public String next() {
    StringBuilder id = new StringBuilder(4 + LENGTH).append("req_");
    long bits = random.nextLong() >>> 1;
    for (int i = 0; i < LENGTH; i++) {
      id.append(Base62.digit((int) (bits % Base62.RADIX)));
      bits /= Base62.RADIX;
    }
    return id.toString();
  }
}
