// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers.mariadb;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.testkit.servers.Needs;
import org.junit.jupiter.api.Test;

class MariaDbServerTest {
  @Test
  void aStartedServerAnswersAtItsUrl() throws Exception {
    try (MariaDbServer server = Needs.ownMysql()) {
      assertThat(Sql.ask(server.url("some"), "select database()")).isEqualTo("some");
      assertThat(Sql.ask(server.url("some"), "select @@port"))
          .isEqualTo(Integer.toString(server.port()));
    }
  }
}
