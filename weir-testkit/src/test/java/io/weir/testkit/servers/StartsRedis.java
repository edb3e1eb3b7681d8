// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers;

import java.util.List;

/** A process that starts a server, says its number and its folder, and then waits to be killed. */
final class StartsRedis {
  private StartsRedis() {}

  @SuppressWarnings("SystemOut") // its parent reads this
  public static void main(String[] arguments) throws Exception {
    List<String> wishes = List.of(arguments);
    RedisServer server = wishes.contains("shared") ? RedisServer.shared() : RedisServer.start();
    String folder;
    try (RedisConsole console = server.console()) {
      folder = console.text("CONFIG", "GET", "dir").replaceAll("\\[dir, |]", "");
    }
    if (wishes.contains("paused")) {
      server.pause();
    }
    System.out.println(server.pid());
    System.out.println(folder);
    if (!wishes.contains("leaves")) {
      System.in.read();
    }
  }
}
