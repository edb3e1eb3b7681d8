// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.process.Calls;
import io.weir.server.rig.Reply;
import io.weir.server.rig.Wire;

/** Somebody with a few identifiers of his own workspace, who knows what each of them has spent. */
final class Customer {
  private static final int IDENTIFIERS = 40;
  private static final long LIMIT = 5;

  private final long[] spent = new long[IDENTIFIERS];
  private long asked;

  /** Asks for one more, and sees that the answer is right. */
  void ask(Wire wire) {
    int identifier = (int) (asked++ % IDENTIFIERS);
    Reply reply = Calls.limit(wire, subject(identifier), LIMIT);
    assertThat(reply.status()).isEqualTo(200);
    boolean isAllowed = spent[identifier] < LIMIT;
    spent[identifier] += isAllowed ? 1 : 0;
    assertThat(reply.data())
        .as("check %s, of identifier %s", asked, identifier)
        .containsEntry("success", isAllowed)
        .containsEntry("remaining", LIMIT - spent[identifier]);
  }

  /** Sees that all that was spent is known. */
  void assertKnown(Wire wire) {
    for (int identifier = 0; identifier < IDENTIFIERS; identifier++) {
      assertThat(Calls.spent(wire, subject(identifier), LIMIT))
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
