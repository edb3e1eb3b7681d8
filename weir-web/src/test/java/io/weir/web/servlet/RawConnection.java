// SPDX-License-Identifier: Apache-2.0
package io.weir.web.servlet;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A connection that sends requests exactly as they are written, without normalizing their paths. */
final class RawConnection implements AutoCloseable {
  /** Far longer than a response takes. */
  private static final int TIMEOUT_MILLIS = 30_000;

  private final Socket socket;
  private final InputStream in;

  /** A response. */
  record RawReply(int status, Map<String, String> headers, String body) {}

  RawConnection(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    in = new BufferedInputStream(socket.getInputStream());
  }

  /** Sends a request line, further lines and a body, and reads the response. */
  RawReply send(String method, String target, String lines, String body) throws IOException {
    String length = body.isEmpty() ? "" : "Content-Length: " + body.length() + "\r\n";
    String head = method + ' ' + target + " HTTP/1.1\r\nHost: test\r\n" + lines + length + "\r\n";
    socket.getOutputStream().write((head + body).getBytes(StandardCharsets.ISO_8859_1));
    socket.getOutputStream().flush();
    return read(method);
  }

  private RawReply read(String method) throws IOException {
    String status = line();
    Map<String, String> headers = new TreeMap<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT),
          line.substring(colon + 1).strip());
    }
    int length =
        method.equals("HEAD") ? 0 : Integer.parseInt(headers.getOrDefault("content-length", "0"));
    String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
    return new RawReply(Integer.parseInt(status.split(" ", 3)[1]), headers, body);
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new IOException("the connection ended after \"" + line + '"');
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
