// SPDX-License-Identifier: Apache-2.0
package io.weir.client.rig;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A server that reads complete requests, records them, and then runs a script. */
public final class ScriptedServer implements AutoCloseable {
  /** A request as the client sent it. */
  public record Request(String head, String body) {}

  /** The reaction to a request. The connection stays open for further requests unless the script closes it. */
  public interface Script {
    void answer(Request request, Peer peer) throws IOException;
  }

  /** A client's connection. */
  public record Peer(Socket socket) implements AutoCloseable {
    /** Writes and flushes the text. */
    public void write(String text) throws IOException {
      OutputStream out = socket.getOutputStream();
      out.write(text.getBytes(StandardCharsets.UTF_8));
      out.flush();
    }

    /** Waits until the client has closed the connection, and returns whether it did. */
    public boolean awaitEnd() {
      try {
        return socket.getInputStream().read() < 0;
      } catch (IOException e) {
        return true;
      }
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  private final ServerSocket listener;
  private final Script script;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private final AtomicInteger connectionCount = new AtomicInteger();
  private final AtomicInteger closedConnections = new AtomicInteger();

  private ScriptedServer(int port, Script script) throws IOException {
    this.listener = new ServerSocket(port, 100, InetAddress.getLoopbackAddress());
    this.script = script;
  }

  /** Starts a server. */
  public static ScriptedServer start(Script script) {
    return startAt(0, script);
  }

  /** Starts a server on this port. */
  public static ScriptedServer startAt(int port, Script script) {
    try {
      ScriptedServer server = new ScriptedServer(port, script);
      server.run(server::acceptAll);
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts a server that always sends this response. */
  public static ScriptedServer answering(String answer) {
    return start((request, peer) -> peer.write(answer));
  }

  /** Returns an HTTP response with a JSON body and these headers. */
  public static String json(int status, String body, String... headers) {
    return answer(status, "application/json", body, headers);
  }

  /** Returns an HTTP response. */
  public static String answer(int status, String type, String body, String... headers) {
    StringBuilder text = new StringBuilder("HTTP/1.1 " + status + " Said\r\n");
    text.append("Content-Type: ").append(type).append("\r\n");
    for (String header : headers) {
      text.append(header).append("\r\n");
    }
    int length = body.getBytes(StandardCharsets.UTF_8).length;
    return text.append("Content-Length: " + length + "\r\n\r\n").append(body).toString();
  }

  /** Returns the response to an allowed check. */
  public static String allowed(long remaining) {
    return json(
        200,
        "{\"meta\":{\"requestId\":\"req_1\"},\"data\":{\"success\":true,\"limit\":10,\"remaining\":"
            + remaining + ",\"reset\":1700000000000}}");
  }

  /** Returns the response to a refused check. */
  public static String refused(String... headers) {
    return json(
        200,
        "{\"meta\":{\"requestId\":\"req_1\"},\"data\":{\"success\":false,\"limit\":10,\"remaining\":0,"
            + "\"reset\":1700000000000,\"overrideId\":\"rlor_1\"}}",
        headers);
  }

  /** Returns a port on which no server listens: it was bound and released. */
  public static int closedPort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public int port() {
    return listener.getLocalPort();
  }

  public String url() {
    return "http://127.0.0.1:" + port();
  }

  /** Returns all complete requests received so far. */
  public List<Request> requests() {
    return requests;
  }

  /** Returns the number of accepted connections. */
  public int connectionCount() {
    return connectionCount.get();
  }

  /** Returns the number of connections that have ended. */
  public int closedConnections() {
    return closedConnections.get();
  }

  private void run(Runnable work) {
    Thread thread = new Thread(work, "scripted-server-" + port());
    thread.setDaemon(true);
    thread.start();
  }

  private void acceptAll() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        connectionCount.incrementAndGet();
        open.add(socket);
        run(() -> serve(socket));
      } catch (IOException e) {
        // The server socket was closed.
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      InputStream in = new BufferedInputStream(socket.getInputStream());
      while (!socket.isClosed()) {
        Request request = read(in);
        requests.add(request);
        script.answer(request, new Peer(socket));
      }
    } catch (IOException e) {
      // The client has disconnected, or the test has closed the connection.
    } finally {
      closedConnections.incrementAndGet();
      open.remove(socket);
    }
  }

  private static Request read(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) {
        throw new IOException("closed");
      }
      head.append((char) next);
    }
    int length = 0;
    for (String line : head.toString().toLowerCase(Locale.ROOT).split("\r\n", -1)) {
      if (line.startsWith("content-length:")) {
        length = Integer.parseInt(line.substring(line.indexOf(':') + 1).strip());
      }
    }
    byte[] body = in.readNBytes(length);
    if (body.length < length) {
      throw new IOException("closed");
    }
    return new Request(head.toString(), new String(body, StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    try {
      listener.close();
      for (Socket socket : open) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
