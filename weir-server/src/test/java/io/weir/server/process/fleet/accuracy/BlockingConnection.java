// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.fleet.accuracy;

import io.weir.server.process.fleet.rig.ServerFleet;
import io.weir.server.rig.TestJson;
import io.weir.testkit.servers.weir.WeirProcess;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * A connection on which one thread can send a request and read the response later, so that many requests are in
 * progress at once.
 */
final class BlockingConnection implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 30_000;
  private static final String LENGTH = "content-length:";

  private final Socket socket;
  private final InputStream in;

  BlockingConnection(WeirProcess server) {
    try {
      socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      in = new BufferedInputStream(socket.getInputStream());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void send(String operation, String body) {
    String head = "POST /v2/ratelimit." + operation
        + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nAuthorization: Bearer "
        + ServerFleet.KEY + "\r\nContent-Length: " + body.length() + "\r\n\r\n";
    try {
      socket.getOutputStream().write((head + body).getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns whether the next response admits its request. Fails if it is not a decision. */
  boolean isAdmitted() {
    try {
      String status = line();
      int length = 0;
      for (String line = line(); !line.isEmpty(); line = line()) {
        if (line.toLowerCase(Locale.ROOT).startsWith(LENGTH)) {
          length = Integer.parseInt(line.substring(LENGTH.length()).strip());
        }
      }
      String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
      if (!status.startsWith("HTTP/1.1 200 ")) {
        throw new AssertionError(status + " " + body);
      }
      Map<?, ?> data = (Map<?, ?>) Objects.requireNonNull(TestJson.parse(body).get("data"));
      return Boolean.TRUE.equals(data.get(data.containsKey("passed") ? "passed" : "success"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException("the server closed the connection");
      }
      line.append((char) next);
    }
    return line.toString().strip();
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
