// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.process.ServerCalls;
import io.weir.server.rig.ApiReply;
import io.weir.server.rig.RawHttpClient;

/** A caller with a few identifiers in a workspace of its own, that records what each of them has spent. */
final class KnownCustomer {
  private static final int IDENTIFIERS = 40;
  private static final long LIMIT = 5;

  private final long[] spent = new long[IDENTIFIERS];
  private long asked;

  /** Spends one more unit, and asserts that the response is correct. */
  void ask(RawHttpClient rawHttpClient) {
    int identifier = (int) (asked++ % IDENTIFIERS);
    ApiReply apiReply = ServerCalls.limit(rawHttpClient, subject(identifier), LIMIT);
    assertThat(apiReply.status()).isEqualTo(200);
    boolean isAllowed = spent[identifier] < LIMIT;
    spent[identifier] += isAllowed ? 1 : 0;
    assertThat(apiReply.data())
        .as("check %s, of identifier %s", asked, identifier)
        .containsEntry("success", isAllowed)
        .containsEntry("remaining", LIMIT - spent[identifier]);
  }

  /** Asserts that the server knows everything that was spent. */
  void assertKnown(RawHttpClient rawHttpClient) {
    for (int identifier = 0; identifier < IDENTIFIERS; identifier++) {
      assertThat(ServerCalls.spent(rawHttpClient, subject(identifier), LIMIT))
          .as("of identifier %s", identifier)
          .isEqualTo(spent[identifier]);
    }
  }

  long asked() {
    return asked;
  }

  private static String subject(int identifier) {
    return "logins/customer-" + identifier;
  }
}
