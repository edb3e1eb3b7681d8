// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.isolation.catalog;

import io.weir.benchmarks.isolation.attack.Attacker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;

/** Sends invalid or almost valid HTTP, each time on a new connection. */
final class GarbageAttacker implements Attacker {
  private static final int TIMEOUT_MILLIS = 1_000;
  private static final int STATUS_BEGIN = 9;
  private static final int STATUS_END = 12;
  private static final int RANDOM_BYTES = 4_096;

  private static final String POST = "POST /v2/ratelimit.limit HTTP/1.1\r\nHost: weir\r\n";

  private static final List<byte[]> SAMPLES = List.of(
      random(1),
      random(2),
      text("GET / HTTP/9.9\r\n\r\n"),
      text("\r\n".repeat(10_000)),
      text("GET /" + "a".repeat(60_000)),
      text("GET / HTTP/1.1\r\nHost: weir\r\nX: " + "a".repeat(60_000) + "\r\n\r\n"),
      text("GET / HTTP/1.1\r\nHost: weir\r\n" + "X: 1\r\n".repeat(5_000) + "\r\n"),
      text(POST + "Content-Length: -1\r\n\r\n"),
      text(POST + "Content-Length: 99999999999999999999\r\n\r\n"),
      text(POST + "Transfer-Encoding: chunked\r\n\r\nnonsense\r\n"),
      text(POST + "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n"),
      text("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + "\0".repeat(900)),
      text("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\u007f\u007f\u007f\1\0\0\0\0\1"),
      text("\26\3\1\2\0\1\0\1|\3\3" + "\0".repeat(100)));

  private final int port;

  GarbageAttacker(int port) {
    this.port = port;
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static byte[] random(long seed) {
    byte[] bytes = new byte[RANDOM_BYTES];
    new SplittableRandom(seed).nextBytes(bytes);
    return bytes;
  }

  @Override
  public String act(long number) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.getOutputStream().write(SAMPLES.get((int) (number % SAMPLES.size())));
      socket.shutdownOutput();
      String answer =
          new String(socket.getInputStream().readNBytes(STATUS_END), StandardCharsets.ISO_8859_1);
      return answer.startsWith("HTTP/") && answer.length() == STATUS_END
          ? answer.substring(STATUS_BEGIN)
          : "no HTTP answer";
    }
  }

  @Override
  public void close() {
    // Each step closes its own connection within a second.
  }
}
