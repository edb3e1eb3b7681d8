// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import io.weir.LimitPolicy;
import io.weir.engine.Engine;
import io.weir.mysql.MysqlLedger;
import io.weir.testkit.servers.FaultProxy;
import io.weir.testkit.servers.RequiredServers;
import io.weir.testkit.servers.mariadb.JdbcUrl;
import io.weir.testkit.servers.mariadb.MariaDbServer;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests a process that starts before its database exists. */
@Tag("integration")
class AbsentDatabaseTest {
  /** A start waits for at most five seconds; the rest is a margin for a busy machine. */
  private static final Duration BOUND = Duration.ofSeconds(20);

  private static final LimitPolicy FIVE = LimitPolicy.of(5, RegionProcess.WINDOW);
  private static final List<String> IDENTIFIERS = List.of("alice", "bob");

  private final Logger logger = Logger.getLogger(Engine.class.getName());
  private final Log log = new Log();
  private MariaDbServer server;
  private FaultProxy proxy;

  private static final class Log extends Handler {
    private final Queue<LogRecord> warnings = new ConcurrentLinkedQueue<>();

    @Override
    public void publish(LogRecord message) {
      if (message.getLevel().intValue() >= Level.WARNING.intValue()) {
        warnings.add(message);
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @BeforeEach
  void start() {
    server = RequiredServers.ownMysql();
    proxy = FaultProxy.start(server.port());
    logger.addHandler(log);
  }

  @AfterEach
  void stop() {
    logger.removeHandler(log);
    if (server != null) {
      proxy.close();
      server.close();
    }
  }

  private void servesAndConvergesOnce(String url, Runnable databaseAppears) {
    try (RegionProcess regionProcess =
        assertTimeout(BOUND, () -> RegionProcess.start("eu", MysqlLedger.open(url)))) {
      assertThat(regionProcess.admitUnder(FIVE, "scarce", 9)).isEqualTo(5);
      regionProcess.spendMuch(IDENTIFIERS);
      try (ContinuousCallers continuousCallers =
          ContinuousCallers.start(List.of(regionProcess), IDENTIFIERS)) {
        for (int i = 0; i < 5; i++) {
          continuousCallers.goesOn();
        }
      }
      assertThat(regionProcess.changes()).singleElement().asString().startsWith("away: ");
      assertThat(log.warnings).hasSize(1);

      databaseAppears.run();

      try (RegionProcess other = RegionProcess.start("us", MysqlLedger.open(url))) {
        other.spendMuch(IDENTIFIERS);
        new LedgerTableAdmin(server, "weir")
            .convergesTo(List.of(regionProcess, other), IDENTIFIERS);
        assertThat(log.warnings).hasSize(1);
      }
    }
  }

  @Test
  void aProcessStartsWhenConnectionsAreRefused() {
    server.kill();

    servesAndConvergesOnce(server.url("weir"), server::restart);
  }

  @Test
  void aProcessStartsWhenTheDatabaseDoesNotRespond() {
    proxy.blackHole(true);
    String url = new JdbcUrl(
            "jdbc:mariadb://127.0.0.1:" + proxy.port(), "user=root&sslMode=disable")
        .of("weir");

    servesAndConvergesOnce(url, () -> proxy.blackHole(false));
  }
}
