// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.server.load;

import io.weir.benchmarks.server.site.MeasuredServer;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A minimal HTTP/1.1 client with one connection that waits for each answer. */
public final class LoadConnection implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 20_000;
  private static final int OK = 200;
  private static final String VERSION = "HTTP/1.1 ";
  private static final String LENGTH = "content-length:";
  private static final String CLOSE = "connection: close";

  private final Socket socket;
  private final InputStream in;

  /** Connects to the server. */
  public LoadConnection(MeasuredServer measuredServer) throws IOException {
    this(measuredServer.port(), TIMEOUT_MILLIS);
  }

  /** Connects to a port of this machine. The time-out applies to each read of an answer. */
  public LoadConnection(int port, int timeoutMillis) throws IOException {
    this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(timeoutMillis);
    this.in = new BufferedInputStream(socket.getInputStream());
  }

  /**
   * An HTTP response.
   *
   * @param status its status code
   * @param body its body
   * @param isLast whether the server closes the connection after it
   */
  public record LoadReply(int status, String body, boolean isLast) {}

  /** Sends a request and returns the body of the answer. Fails unless the status is 200. */
  public String ask(byte[] request) throws IOException {
    LoadReply loadReply = send(request);
    if (loadReply.status() != OK) {
      throw new IOException(loadReply.status() + ": " + loadReply.body());
    }
    return loadReply.body();
  }

  /**
   * Sends a request and returns the answer with any status. A server may answer before it has read the whole request.
   */
  public LoadReply send(byte[] request) throws IOException {
    try {
      socket.getOutputStream().write(request);
    } catch (IOException e) {
      try {
        return receive();
      } catch (IOException readFailure) {
        e.addSuppressed(readFailure);
        throw e;
      }
    }
    return receive();
  }

  private LoadReply receive() throws IOException {
    String status = line();
    if (!status.startsWith(VERSION)) {
      throw new IOException("not an HTTP response: " + status);
    }
    int length = 0;
    boolean isLast = false;
    for (String line = line(); !line.isEmpty(); line = line()) {
      String lower = line.toLowerCase(Locale.ROOT);
      if (lower.startsWith(LENGTH)) {
        length = Integer.parseInt(lower.substring(LENGTH.length()).strip());
      }
      isLast |= lower.equals(CLOSE);
    }
    String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
    return new LoadReply(Integer.parseInt(status.split(" ", -1)[1]), body, isLast);
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("the server closed the connection");
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
