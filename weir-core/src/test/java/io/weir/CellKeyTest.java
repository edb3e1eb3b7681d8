// SPDX-License-Identifier: Apache-2.0
package io.weir;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CellKeyTest {

  @Test
  void aCellMattersUntilTheEndOfTheWindowAfterIt() {
    SubjectKey subject = new SubjectKey("acme", "api", "u1", 60_000);

    assertThat(new CellKey(subject, 10).expiresAtMillis()).isEqualTo(720_000);
  }
}
