// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers.mariadb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.testkit.servers.FaultProxy;
import io.weir.testkit.servers.RequiredServers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("integration")
class MariaDbServerTest {
  @Test
  void aStartedServerAnswersAtItsUrl() throws Exception {
    try (MariaDbServer server = RequiredServers.ownMysql()) {
      assertThat(query(server, "select database()")).isEqualTo("some");
      assertThat(query(server, "select @@port")).isEqualTo(Integer.toString(server.port()));
      assertThat(query(server, "select current_user()")).isEqualTo("root@127.0.0.1");
    }
  }

  @Test
  void theSettingsAreThoseThatTestsExpect() throws Exception {
    try (MariaDbServer server = RequiredServers.ownMysql()) {
      assertThat(query(server, "select @@bind_address")).isEqualTo("127.0.0.1");
      assertThat(query(server, "select @@log_bin")).isEqualTo("0");
      assertThat(query(server, "select @@innodb_flush_log_at_trx_commit")).isEqualTo("1");
      assertThat(query(server, "select @@character_set_server")).isEqualTo("utf8mb4");
      assertThat(query(server, "select @@default_storage_engine")).isEqualTo("InnoDB");
    }
  }

  @Test
  void additionalArgumentsReachTheServerAndComeLast() throws Exception {
    try (MariaDbServer server =
        RequiredServers.ownMysql("--max-connections=17", "--innodb-log-file-size=32M")) {
      assertThat(query(server, "select @@max_connections")).isEqualTo("17");
      assertThat(query(server, "select @@innodb_log_file_size")).isEqualTo("33554432");
    }
  }

  @Test
  void anyCharactersAreStoredAndComparedByteByByte() throws Exception {
    try (MariaDbServer server = RequiredServers.ownMysql()) {
      run(
          server,
          "create table t (a varchar(9) character set ascii collate ascii_bin,"
              + " l varchar(9) character set latin1, u varchar(9) collate utf8mb4_bin)");
      run(server, "insert into t values ('plain', 'grün', '🌊')");

      assertThat(query(server, "select concat(a, l, u) from t")).isEqualTo("plaingrün🌊");
    }
  }

  @Test
  void aRefusedArgumentIsReportedWithTheServersMessage() {
    assertThatThrownBy(() -> RequiredServers.ownMysql("--no-such-setting=1").close())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("ended while starting")
        .hasMessageContaining("no-such-setting");
  }

  @Test
  void twoServersAreIndependent() throws Exception {
    try (MariaDbServer one = RequiredServers.ownMysql();
        MariaDbServer other = RequiredServers.ownMysql()) {
      write(one);

      assertThat(read(one)).isEqualTo("7");
      assertThatThrownBy(() -> read(other)).hasMessageContaining("doesn't exist");
    }
  }

  @Test
  void closingEndsTheProcessAndRemovesItsFolder() throws Exception {
    MariaDbServer server = RequiredServers.ownMysql();
    ProcessHandle process = ProcessHandle.of(server.pid()).orElseThrow();
    Path folder = folderOf(server);
    assertThat(folder).isDirectory();

    server.close();
    server.close();

    assertThat(process.isAlive()).isFalse();
    assertThat(Files.exists(folder)).isFalse();
    assertThatThrownBy(server::restart)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
  }

  @Test
  void committedDataSurvivesAKill() throws Exception {
    try (MariaDbServer server = RequiredServers.ownMysql()) {
      ProcessHandle first = ProcessHandle.of(server.pid()).orElseThrow();
      int port = server.port();
      write(server);

      server.kill();

      assertThat(first.isAlive()).isFalse();
      assertThatThrownBy(() -> read(server)).isInstanceOf(SQLException.class);
      assertThatThrownBy(server::pid).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(server::pause).isInstanceOf(IllegalStateException.class);

      server.restart();

      assertThat(server.port()).isEqualTo(port);
      assertThat(server.pid()).isNotEqualTo(first.pid());
      assertThat(read(server)).isEqualTo("7");
    }
  }

  @Test
  void aPausedServerAnswersNothingUntilItIsResumed() throws Exception {
    try (MariaDbServer server = RequiredServers.ownMysql()) {
      server.pause();

      assertThatThrownBy(() -> SqlStatementRunner.ask(
              server.url("some") + "&connectTimeout=300&socketTimeout=300", "select 1"))
          .isInstanceOf(SQLException.class);

      server.resume();

      assertThat(query(server, "select 1")).isEqualTo("1");
    }
  }

  @Test
  void aPausedServerCanBeRestartedAndKeepsItsData() throws Exception {
    try (MariaDbServer server = RequiredServers.ownMysql()) {
      ProcessHandle paused = ProcessHandle.of(server.pid()).orElseThrow();
      write(server);
      server.pause();

      server.restart();

      assertThat(paused.isAlive()).isFalse();
      assertThat(read(server)).isEqualTo("7");
    }
  }

  @Test
  void aServerThatEndsByItselfCanBeRestarted() throws Exception {
    try (MariaDbServer server = RequiredServers.ownMysql()) {
      write(server);
      run(server, "shutdown");

      server.restart();

      assertThat(read(server)).isEqualTo("7");
    }
  }

  @Test
  void aPortTakenByAnotherServerInTheMeantimeIsReported() throws Exception {
    try (MariaDbServer server = RequiredServers.ownMysql()) {
      write(server);
      server.kill();

      try (ServerSocket socket =
          new ServerSocket(server.port(), 1, InetAddress.getLoopbackAddress())) {
        CompletableFuture<Void> unusedEnd = CompletableFuture.runAsync(() -> greetAll(socket));
        assertThatThrownBy(server::restart).isInstanceOf(MariaDbServer.PortInUse.class);
      }
      server.restart();

      assertThat(read(server)).isEqualTo("7");
    }
  }

  @Test
  void aProxyMayBeUsedInBetween() throws Exception {
    try (MariaDbServer server = RequiredServers.ownMysql();
        FaultProxy proxy = FaultProxy.start(server.port())) {
      String url = server.url("some", proxy.port());
      assertThat(SqlStatementRunner.ask(url, "select 1")).isEqualTo("1");

      proxy.refuse(true);

      assertThatThrownBy(() -> SqlStatementRunner.ask(url, "select 1"))
          .isInstanceOf(SQLException.class);
      assertThat(query(server, "select 1")).isEqualTo("1");
    }
  }

  /** Starts every connection as a server does. */
  private static void greetAll(ServerSocket serverSocket) {
    while (!serverSocket.isClosed()) {
      try (Socket client = serverSocket.accept()) {
        client.getOutputStream().write(new byte[] {1, 0, 0, 0, 10});
      } catch (IOException e) {
        // The server socket was closed, or the client has disconnected.
      }
    }
  }

  private static Path folderOf(MariaDbServer server) throws SQLException {
    return Path.of(query(server, "select @@tmpdir"));
  }

  private static void write(MariaDbServer server) throws SQLException {
    run(server, "create table kept (value int)");
    run(server, "insert into kept values (7)");
  }

  private static String read(MariaDbServer server) throws SQLException {
    return query(server, "select value from kept");
  }

  private static void run(MariaDbServer server, String statement) throws SQLException {
    SqlStatementRunner.run(server.url("some"), statement);
  }

  private static String query(MariaDbServer server, String query) throws SQLException {
    return SqlStatementRunner.ask(server.url("some"), query);
  }
}
