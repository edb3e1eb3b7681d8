// SPDX-License-Identifier: Apache-2.0
package io.weir.server.logs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretRedactorTest {

  @ParameterizedTest
  @CsvSource(
      value = {
        "key weir_3ZaQ9xY7mNpKq2 is wrong|key weir_*** is wrong",
        "weir_abcdefghijkl1|weir_***",
        "unkey_3ZaQ9xY7mNpKq2,next|unkey_***,next",
        "Authorization: Bearer abc.def-x y|Authorization: Bearer *** y",
        "authorization: bearer 0123|authorization: Bearer ***",
        "to redis://:Sesame@host:6379/0 now|to redis://***@host:6379/0 now",
        "redis://user:Se@sa/me@host|redis://***@host",
        "jdbc:mariadb://db/weir?user=a&password=Sesame&x=1|jdbc:mariadb://db/weir?user=a&password=***&x=1",
        "jdbc:h2:x;PASSWORD=Sesame;USER=sa|jdbc:h2:x;PASSWORD=***;USER=sa",
        "{\"rootKey\":\"Sesame\"}|{\"rootKey\":\"***\"}",
        "root-key: Sesame|root-key: ***"
      },
      delimiter = '|')
  void secretsAreHidden(String text, String shown) {
    assertThat(SecretRedactor.redact(text)).isEqualTo(shown);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "weir_ratelimit_global_writes_total",
        "table weir_namespaces is missing",
        "listening http://127.0.0.1:7777",
        "the bearer",
        "a@b.example"
      })
  void textResemblingASecretStays(String text) {
    assertThat(SecretRedactor.redact(text)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      value = {
        "redis://host:6379/0|redis://host:6379/0",
        "redis://u:p@host:6379|redis://***@host:6379",
        "redis-sentinel://p@a,b/0#main|redis-sentinel://***@a,b/0#***",
        "jdbc:mariadb://db/weir?password=x|jdbc:mariadb://db/weir?***",
        "jdbc:mariadb://db/weir?password=x@y|jdbc:mariadb://***",
        "redis://u:p@q?r@host|redis://***",
        "jdbc:h2:file:x;PASSWORD=y|jdbc:h2:***",
        "host:6379|host:6379",
        "Sesame|***",
        "u:p@host|***"
      },
      delimiter = '|')
  void addressesKeepOnlyTheirDestination(String address, String shown) {
    assertThat(SecretRedactor.redactAddress(address)).isEqualTo(shown);
  }
}
