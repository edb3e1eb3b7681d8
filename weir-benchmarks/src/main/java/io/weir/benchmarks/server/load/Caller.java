// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.server.load;

import io.weir.benchmarks.server.site.Site;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** One connection that asks and waits, over HTTP/1.1: as little client as will do. */
public final class Caller implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 20_000;
  private static final String LENGTH = "content-length:";

  private final Socket socket;
  private final InputStream in;
  private final String head;

  /** Connects. */
  public Caller(Site site, Question question) throws IOException {
    this.socket = new Socket(InetAddress.getLoopbackAddress(), site.port());
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    this.in = new BufferedInputStream(socket.getInputStream());
    this.head = "POST " + question.path() + " HTTP/1.1\r\nHost: 127.0.0.1:" + site.port()
        + "\r\nAuthorization: Bearer " + site.key()
        + "\r\nContent-Type: application/json\r\nContent-Length: ";
  }

  /** The request with this body, ready to be sent. */
  public byte[] request(String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    return (head + bytes.length + "\r\n\r\n" + body).getBytes(StandardCharsets.UTF_8);
  }

  /** Sends a request and returns the answer's body, which must come with a 200. */
  public byte[] ask(byte[] request) throws IOException {
    socket.getOutputStream().write(request);
    String status = line();
    int length = 0;
    for (String line = line(); !line.isEmpty(); line = line()) {
      if (line.toLowerCase(Locale.ROOT).startsWith(LENGTH)) {
        length = Integer.parseInt(line.substring(LENGTH.length()).strip());
      }
    }
    byte[] body = in.readNBytes(length);
    if (!status.startsWith("HTTP/1.1 200")) {
      throw new IOException(status + ": " + new String(body, StandardCharsets.UTF_8));
    }
    return body;
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("the server hung up");
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
