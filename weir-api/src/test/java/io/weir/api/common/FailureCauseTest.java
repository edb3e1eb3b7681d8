// SPDX-License-Identifier: Apache-2.0
package io.weir.api.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class FailureCauseTest {
  private final IOException failure = new IOException("closed", new IOException("reset"));

  @Test
  void whatFuturesPutAroundAFailureIsTakenOff() {
    assertThat(FailureCause.of(new CompletionException(new CompletionException(failure))))
        .isSameAs(failure);
  }

  @Test
  void aFailureOfItsOwnStaysAsItIs() {
    CompletionException empty = new CompletionException("no cause", null);

    assertThat(FailureCause.of(failure)).isSameAs(failure);
    assertThat(FailureCause.of(empty)).isSameAs(empty);
  }
}
