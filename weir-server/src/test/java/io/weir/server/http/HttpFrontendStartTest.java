// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.config.ServerConfig.ListenSettings;
import io.weir.server.config.ServerConfig.ServerLimits;
import io.weir.time.NanoClock;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
final class HttpFrontendStartTest {
  private static final int STARTS = 30;
  private static final int CLIENTS = 16;

  private static HttpFrontend open(int port) {
    byte[] body = "{}".getBytes(StandardCharsets.US_ASCII);
    Routes routes =
        new Routes("", Map.of("/live", Endpoint.get("live", head -> ServerResponse.ok(body))));
    return HttpFrontend.open(
        new ListenSettings("127.0.0.1", port, ""),
        ServerLimits.DEFAULT,
        routes,
        new HttpFrontend.FrontendOptions(
            TrafficObserver.NONE, NanoClock.system(), 1, Runtime.getRuntime().maxMemory()));
  }

  private static int freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return free.getLocalPort();
    }
  }

  /** Returns the response to the first connection that the system accepts. */
  private static String firstAnswer(int port) {
    while (true) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        socket
            .getOutputStream()
            .write("GET /live HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n"
                .getBytes(StandardCharsets.US_ASCII));
        byte[] answer = socket.getInputStream().readAllBytes();
        return new String(answer, StandardCharsets.US_ASCII);
      } catch (ConnectException e) {
        Thread.onSpinWait(); // not open yet
      } catch (IOException e) {
        return "dropped: " + e.getMessage();
      }
    }
  }

  @Test
  void noAcceptedConnectionIsDropped() throws IOException {
    for (int i = 0; i < STARTS; i++) {
      int port = freePort();
      List<CompletableFuture<String>> clients = Stream.generate(() -> CompletableFuture.supplyAsync(
              () -> firstAnswer(port), task -> new Thread(task, "client").start()))
          .limit(CLIENTS)
          .toList();
      try (HttpFrontend httpFrontend = open(port)) {
        assertThat(httpFrontend.port()).isEqualTo(port);
        assertThat(clients)
            .as("start %s", i)
            .allSatisfy(client -> assertThat(client.join()).startsWith("HTTP/1.1 200"));
      }
    }
  }
}
