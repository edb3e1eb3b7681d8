// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers;

import io.weir.testkit.servers.local.LoopbackServer;
import io.weir.testkit.servers.mariadb.MariaDbServer;
import io.weir.testkit.servers.mariadb.SqlStatementRunner;
import java.util.List;

/** A process that starts a server, prints the server's process id and folder, and then waits to be killed. */
final class ServerStarterMain {
  private ServerStarterMain() {}

  @SuppressWarnings("SystemOut") // its parent reads this
  public static void main(String[] arguments) throws Exception {
    List<String> wishes = List.of(arguments);
    boolean shared = wishes.contains("shared");
    LoopbackServer server;
    String folder;
    if (wishes.contains("MariaDB")) {
      MariaDbServer started = shared ? MariaDbServer.shared() : MariaDbServer.start();
      server = started;
      folder = SqlStatementRunner.ask(started.url("some"), "select @@tmpdir");
    } else {
      RedisServer started = shared ? RedisServer.shared() : RedisServer.start();
      server = started;
      try (RedisConsole console = started.console()) {
        folder = console.text("CONFIG", "GET", "dir").replaceAll("\\[dir, |]", "");
      }
    }
    long pid = server.pid();
    if (wishes.contains("paused")) {
      server.pause();
    }
    if (wishes.contains("down")) {
      server.kill();
    }
    System.out.println(pid);
    System.out.println(folder);
    if (!wishes.contains("leaves")) {
      System.in.read();
    }
  }
}
