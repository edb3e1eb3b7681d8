// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.process.ServerCalls;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.weir.ProcessResult;
import io.weir.testkit.servers.weir.WeirCommandLine;
import io.weir.testkit.servers.weir.WeirProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("integration")
final class DrainTest {
  private static final String KEY = "preset-root-key-of-this-test-0123";

  @TempDir
  private Path folder;

  private WeirProcess start(String drain) {
    return WeirProcess.start(WeirCommandLine.serve("--data", folder.toString(), "--drain", drain)
            .where("WEIR_ROOT_KEY", KEY))
        .withSecrets(KEY);
  }

  /** Returns the status of a check on a connection of its own. */
  private static String check(WeirProcess server, int port) throws IOException {
    String body = ServerCalls.limitBody("login/ann", 1_000_000);
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
  void reportsNotReadyAndServesUntilTheTimeIsOver() throws IOException {
    try (WeirProcess server = start("3s")) {
      int port = server.port();
      assertThat(check(server, port)).isEqualTo("200");

      server.terminate();
      Eventually.until(server::log, () -> ServerCalls.look(server, "/ready").status() == 503);

      // Takes far less time than the drain, even on a busy machine.
      for (int i = 0; i < 200; i++) {
        assertThat(check(server, port)).as("request %s after the signal", i).isEqualTo("200");
      }
      assertThat(ServerCalls.look(server, "/ready").text()).contains("shutting down");
      ProcessResult processResult = server.end();
      assertThat(processResult.exit()).isEqualTo(143);
      assertThat(processResult.errors())
          .contains("Shutdown requested", "stopped; reason: SIGTERM, uptime ");
    }
  }

  @Test
  void aSecondSignalEndsTheDrain() {
    try (WeirProcess server = start("10m")) {
      server.terminate();
      Eventually.until(server::log, () -> server.log().contains("Shutdown requested"));

      server.terminate();

      assertThat(server.end().exit()).isEqualTo(143);
    }
  }
}
