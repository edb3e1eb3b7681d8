// SPDX-License-Identifier: Apache-2.0
package com.example.embedded;

import io.weir.api.Ratelimit;
import io.weir.api.Result;
import io.weir.embedded.EmbeddedRatelimit;

final class Main {
  public static void main(String[] args) {
    try (Ratelimit mails =
        EmbeddedRatelimit.builder().namespace("mail").limit(3, "1m").build()) {
      for (int i = 1; i <= 5; i++) {
        System.out.println("mail " + i + " to alice: " + send(mails, "alice"));
      }
    }
  }

  static String send(Ratelimit mails, String to) {
    Result result = mails.limit(to);
    return result.success()
        ? "sent, " + result.remaining() + " left"
        : "refused, try again in " + result.retryAfterMillis() + " ms";
  }
}
