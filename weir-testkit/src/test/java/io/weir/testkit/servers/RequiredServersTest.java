// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.testkit.servers.local.Machine;
import io.weir.testkit.servers.mariadb.MariaDbBinary;
import io.weir.testkit.servers.mariadb.MariaDbServer;
import io.weir.testkit.servers.mariadb.SqlStatementRunner;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

@Tag("integration")
class RequiredServersTest {
  private static final String EXTERNAL = "redis://redis.example:7000";

  private static final String EXTERNAL_MYSQL =
      "jdbc:mariadb://db.example:3306/?user=me&password=secret";

  @Test
  void theServerOfTheEnvironmentTakesPrecedence() {
    assertThat(on("amd64", Map.of(RequiredServers.TEST_REDIS_URI, EXTERNAL)).anyRedis())
        .isEqualTo(EXTERNAL);
    assertThat(on("s390x", Map.of(RequiredServers.TEST_REDIS_URI, EXTERNAL)).anyRedis())
        .isEqualTo(EXTERNAL);
  }

  @Test
  void withoutOneTheSharedServerIsUsed() {
    RequiredServers.ofThisMachine().requireRedis(RedisBinary.OVERRIDE);

    assertThat(on("amd64", Map.of(RequiredServers.TEST_REDIS_URI, "")).anyRedis())
        .isEqualTo(RedisServer.shared().uri());
  }

  @Test
  void withoutABinaryTheTestIsSkippedWithAHint() {
    assertThatThrownBy(() -> on("s390x", Map.of()).anyRedis())
        .isInstanceOf(TestAbortedException.class)
        .hasMessage(
            "there is no Redis binary for Linux s390x; set WEIR_TEST_REDIS_URI to run them");
  }

  @Test
  void anExternalServerIsNotUsedByTestsThatNeedTheirOwn() {
    RequiredServers requiredServers = on("s390x", Map.of(RequiredServers.TEST_REDIS_URI, EXTERNAL));

    assertThatThrownBy(() -> requiredServers.requireRedis(RedisBinary.OVERRIDE))
        .isInstanceOf(TestAbortedException.class)
        .hasMessageContaining("set WEIR_REDIS_BINARY");
  }

  @Test
  void ifServersAreRequiredTheTestFailsInstead() {
    assertThatThrownBy(
            () -> on("s390x", Map.of(RequiredServers.REQUIRE_SERVERS, "1")).anyRedis())
        .isInstanceOf(AssertionError.class)
        .hasMessage("WEIR_REQUIRE_SERVERS is 1, but there is no Redis binary for Linux s390x;"
            + " set WEIR_TEST_REDIS_URI");
  }

  @Test
  void everyTestGetsItsOwnDatabaseOnTheServerOfTheEnvironment() {
    RequiredServers requiredServers =
        on("s390x", Map.of(RequiredServers.TEST_MYSQL_URL, EXTERNAL_MYSQL));

    String first = requiredServers.anyMysql();
    String second = requiredServers.anyMysql();

    assertThat(first)
        .matches("jdbc:mariadb://db.example:3306/weir_test_[0-9a-f]{32}"
            + "\\?user=me&password=secret&createDatabaseIfNotExist=true");
    assertThat(second).isNotEqualTo(first);
  }

  @Test
  void anInvalidAddressIsReportedWithoutItsPassword() {
    RequiredServers requiredServers =
        on("amd64", Map.of(RequiredServers.TEST_MYSQL_URL, "db.example?password=secret"));

    assertThatThrownBy(requiredServers::anyMysql)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("WEIR_TEST_MYSQL_URL is not of the form jdbc:mariadb://")
        .hasMessageNotContaining("secret");
  }

  @Test
  void withoutOneTheDatabaseIsOnTheProtectedSharedServer() throws Exception {
    RequiredServers.ofThisMachine().requireMysql(MariaDbBinary.OVERRIDE);
    MariaDbServer shared = MariaDbServer.shared();

    String url = on("amd64", Map.of()).anyMysql();

    assertThat(SqlStatementRunner.ask(url, "select @@port"))
        .isEqualTo(Integer.toString(shared.port()));
    assertThat(MariaDbServer.shared()).isSameAs(shared);
    assertThatThrownBy(shared::kill).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(shared::restart).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(shared::pause).isInstanceOf(IllegalStateException.class);
    shared.close();
    assertThat(SqlStatementRunner.ask(url, "select 1")).isEqualTo("1");
  }

  @Test
  void withoutAMariaDbTheTestIsSkippedWithAHint() {
    assertThatThrownBy(() -> on("s390x", Map.of()).anyMysql())
        .isInstanceOf(RequiredServers.ServerMissing.class)
        .hasMessage("there is no MariaDB for Linux s390x on the class path;"
            + " set WEIR_TEST_MYSQL_URL to run them");
    assertThatThrownBy(() -> on("s390x", Map.of(RequiredServers.TEST_MYSQL_URL, EXTERNAL_MYSQL))
            .requireMysql(MariaDbBinary.OVERRIDE))
        .isInstanceOf(RequiredServers.ServerMissing.class)
        .hasMessageContaining("set WEIR_MARIADB_HOME");
  }

  @Test
  void ifServersAreRequiredATestWithoutMariaDbFailsInstead() {
    assertThatThrownBy(
            () -> on("s390x", Map.of(RequiredServers.REQUIRE_SERVERS, "1")).anyMysql())
        .isInstanceOf(AssertionError.class)
        .hasMessage(
            "WEIR_REQUIRE_SERVERS is 1, but there is no MariaDB for Linux s390x on the class"
                + " path; set WEIR_TEST_MYSQL_URL");
  }

  /** Returns the servers available on a machine of this kind. */
  static RequiredServers on(String osArch, Map<String, String> environment) {
    Path parent = Path.of(System.getProperty("java.io.tmpdir"));
    return new RequiredServers(new Machine("Linux", osArch, environment, parent));
  }
}
