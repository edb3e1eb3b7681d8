// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.ledger.Ledger;
import io.weir.ledger.LedgerUnavailable;
import io.weir.mysql.sql.LedgerTables;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.RequiredServers;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("integration")
class MysqlPasswordTest {
  private static final String SECRET = "sesame-42";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:mariadb://host/db?user=u&password=sesame-42",
        "jdbc:mariadb://host/db?password=sesame-42&user=u",
        "jdbc:mariadb://host/db?keyStorePassword=sesame-42",
        "jdbc:mysql://u:sesame-42@host/db",
        "jdbc:mysql://(host=h,password=sesame-42)/db",
        "jdbc:h2:mem:x;USER=u;PASSWORD=sesame-42"
      })
  void optionsHidePasswords(String url) {
    MysqlOptions options = MysqlOptions.at(url).build();

    assertThat(options.toString()).doesNotContain(SECRET).startsWith(url.substring(0, 12));
    assertThat(options.connection().hidingPasswords("it said " + SECRET)).isEqualTo("it said ***");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:mariadb://h/db?user=a&password=ses,ame&x=1",
        "jdbc:mariadb://h/db?user=a&password=ses)ame",
        "jdbc:mariadb://h/db? password=ses-ame",
        "jdbc:mariadb://h/db?pass%77ord=ses-ame",
        "jdbc:mariadb://h/db?password=ses@ame",
        "jdbc:mysql://bob:ses/ame@h/db",
        "jdbc:mysql://bob:ses@ame@h/db",
        "jdbc:mysql://bob:ses?ame@h/db",
        "jdbc:h2:mem:x;USER=u;PASSWORD=ses,ame"
      })
  void passwordsWithSpecialCharactersAreHidden(String url) {
    MysqlOptions options = MysqlOptions.at(url).build();

    assertThat(options.toString()).doesNotContain("ses").doesNotContain("ame");
    assertThat(options.connection().hidingPasswords("no driver for " + url))
        .doesNotContain("ses")
        .doesNotContain("ame");
  }

  @ParameterizedTest
  @ValueSource(strings = {"65536", "99999", "3306123456"})
  void aPortOutOfRangeIsNamed(String port) {
    assertThatThrownBy(
            () -> MysqlLedger.open("jdbc:mariadb://localhost:" + port + "/db?password=" + SECRET))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(port)
        .message()
        .doesNotContain(SECRET);
  }

  @Test
  void aRefusedPasswordIsNotShown() {
    String server = RequiredServers.mysql().replace("user=root", "user=nobody");
    Stream.of(
            MysqlOptions.at(server).password(SECRET).build(),
            MysqlOptions.at(server + "&password=" + SECRET).build())
        .forEach(options -> {
          try (MysqlLedger ledger = MysqlLedger.open(options)) {
            Throwable failure = Eventually.failure(
                ledger.pull(Ledger.PullRequester.of("eu"), Ledger.PullCursor.since(0), 100));

            assertThat(failure)
                .isInstanceOf(LedgerUnavailable.class)
                .hasMessageContaining("nobody")
                .hasNoCause();
            assertThat(failure.toString()).doesNotContain(SECRET);
          }
          assertThatThrownBy(() -> DatabaseMaintenance.migrate(options, List.of(LedgerTables.PLAN)))
              .isInstanceOf(LedgerUnavailable.class)
              .message()
              .doesNotContain(SECRET);
        });
  }
}
