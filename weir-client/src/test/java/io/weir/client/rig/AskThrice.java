// SPDX-License-Identifier: Apache-2.0
package io.weir.client.rig;

import io.weir.api.Ratelimit;
import io.weir.client.HttpRatelimit;

/** A program that sends three checks to a server, one after the other. */
public final class AskThrice {
  private AskThrice() {}

  public static void main(String[] arguments) {
    try (Ratelimit limiter = HttpRatelimit.builder()
        .rootKey("key")
        .baseUrl(arguments[0])
        .namespace("ns")
        .limit(10, "60s")
        .build()) {
      for (String identifier : new String[] {"first", "second", "third"}) {
        limiter.limit(identifier);
      }
    }
  }
}
