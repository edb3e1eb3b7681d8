// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers.mariadb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JdbcUrlTest {
  @ParameterizedTest
  @CsvSource({
    "jdbc:mariadb://h,                  jdbc:mariadb://h/d?createDatabaseIfNotExist=true",
    "jdbc:mariadb://h:1/,               jdbc:mariadb://h:1/d?createDatabaseIfNotExist=true",
    "jdbc:mysql://h:1/other,            jdbc:mysql://h:1/d?createDatabaseIfNotExist=true",
    "jdbc:mariadb://h:1?user=u,         jdbc:mariadb://h:1/d?user=u&createDatabaseIfNotExist=true",
    "jdbc:mariadb://h:1/o?user=u&a=b/c, jdbc:mariadb://h:1/d?user=u&a=b/c&createDatabaseIfNotExist=true",
    "jdbc:mariadb://[::1]:1/?user=u,    jdbc:mariadb://[::1]:1/d?user=u&createDatabaseIfNotExist=true"
  })
  void aDatabaseIsAddedToAnAddressWithItsParameters(String address, String expected) {
    assertThat(JdbcUrl.parse(address).of("d")).isEqualTo(expected);
  }

  @Test
  void theCreateParameterIsNotRepeated() {
    String address = "jdbc:mariadb://h:1/d?createDatabaseIfNotExist=true&user=u";

    assertThat(JdbcUrl.parse(address).of("d")).isEqualTo(address);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "h:1", "mysql://h:1", "jdbc:h2:mem:x", "jdbc:mariadb:///d"})
  void anInvalidServerAddressIsRefused(String text) {
    assertThatThrownBy(() -> JdbcUrl.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
