// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.process.Calls;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.weir.Ended;
import io.weir.testkit.servers.weir.Launch;
import io.weir.testkit.servers.weir.ServerProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A server that is told to end, with a time to drain")
@Tag("integration")
final class DrainTest {
  private static final String KEY = "preset-root-key-of-this-test-0123";

  @TempDir
  private Path folder;

  private ServerProcess start(String drain) {
    return ServerProcess.start(
            Launch.serve("--data", folder.toString(), "--drain", drain).where("WEIR_ROOT_KEY", KEY))
        .keeping(KEY);
  }

  /** The status of a check on a connection of its own. */
  private static String check(ServerProcess server, int port) throws IOException {
    String body = Calls.limitBody("login/ann", 1_000_000);
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(20_000);
      socket
          .getOutputStream()
          .write(("POST /v2/ratelimit.limit HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
                  + "Authorization: Bearer " + KEY
                  + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length()
                  + "\r\n\r\n" + body)
              .getBytes(StandardCharsets.US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      return answer.isEmpty() ? server.log() : answer.substring(9, 12);
    }
  }

  @Test
  @DisplayName("says at once that it is not ready, and accepts and answers until the time is over")
  void drains() throws IOException {
    try (ServerProcess server = start("3s")) {
      int port = server.port();
      assertThat(check(server, port)).isEqualTo("200");

      server.term();
      Eventually.until(server::log, () -> Calls.look(server, "/ready").status() == 503);

      // Far less than the time to drain, on a busy machine too.
      for (int i = 0; i < 200; i++) {
        assertThat(check(server, port)).as("request %s after the signal", i).isEqualTo("200");
      }
      assertThat(Calls.look(server, "/ready").text()).contains("shutting down");
      Ended ended = server.end();
      assertThat(ended.exit()).isEqualTo(143);
      assertThat(ended.errors())
          .contains("Shutdown requested", "stopped; reason: SIGTERM, uptime ");
    }
  }

  @Test
  @DisplayName("does not wait when it is told again")
  void endsAtTheSecondSignal() {
    try (ServerProcess server = start("10m")) {
      server.term();
      Eventually.until(server::log, () -> server.log().contains("Shutdown requested"));

      server.term();

      assertThat(server.end().exit()).isEqualTo(143);
    }
  }
}
