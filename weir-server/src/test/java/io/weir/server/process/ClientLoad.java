// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process;

import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.weir.WeirProcess;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A load of clients that spend one unit after the other, each on a persistent connection, until the server stops
 * listening. They follow HTTP: a client that is told that its connection will be closed sends nothing more on it.
 */
public final class ClientLoad implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 30_000;

  private final int port;
  private final byte[] request;
  private final long thinkNanos;
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicLong answered = new AtomicLong();
  private final AtomicLong admitted = new AtomicLong();
  private final ConcurrentLinkedQueue<String> lost = new ConcurrentLinkedQueue<>();
  private volatile boolean stopped;

  /**
   * The behaviour of the clients.
   *
   * @param key the key of all clients
   * @param body the body of their requests
   * @param thinkMillis how long each waits between requests, with its connection idle
   */
  public record LoadPattern(String key, String body, long thinkMillis) {}

  public ClientLoad(WeirProcess server, LoadPattern loadPattern, int clients) {
    port = URI.create(server.url()).getPort();
    String head = "POST /v2/ratelimit.limit HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer "
        + loadPattern.key() + "\r\nContent-Type: application/json\r\nContent-Length: "
        + loadPattern.body().length() + "\r\n\r\n";
    request = (head + loadPattern.body()).getBytes(StandardCharsets.US_ASCII);
    thinkNanos = loadPattern.thinkMillis() * 1_000_000;
    for (int i = 0; i < clients; i++) {
      Thread thread = new Thread(this::run, "load-" + i);
      thread.setDaemon(true);
      threads.add(thread);
      thread.start();
    }
  }

  /** Returns how many requests were answered completely. */
  public long answered() {
    return answered.get();
  }

  /** Returns how many units were admitted according to the responses. */
  public long admitted() {
    return admitted.get();
  }

  /** Returns the requests that got no response, an incomplete one, or one that is not a decision. */
  public List<String> lost() {
    return List.copyOf(lost);
  }

  /** Waits until this many more requests were answered. */
  public void awaitMore(long requests) {
    long goal = answered.get() + requests;
    Eventually.until(
        () -> answered + " of " + goal + " requests were answered; lost: " + lost,
        () -> answered.get() >= goal);
  }

  /** Waits until all clients have ended, because the server no longer listens or because they were stopped. */
  public void join() {
    Eventually.until("the clients do not end", () -> threads.stream().noneMatch(Thread::isAlive));
  }

  @Override
  public void close() {
    stop();
  }

  /** Lets the clients finish. */
  public void stop() {
    stopped = true;
    threads.forEach(LockSupport::unpark);
    join();
  }

  private void run() {
    while (!stopped) {
      try (Socket socket = new Socket()) {
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        try {
          socket.connect(
              new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MILLIS);
        } catch (IOException e) {
          return; // The server no longer listens.
        }
        converse(socket, new BufferedInputStream(socket.getInputStream()));
      } catch (IOException e) {
        lost.add("a connection broke: " + e);
      }
    }
  }

  /** Sends requests until the connection is to be closed. */
  private void converse(Socket socket, InputStream in) {
    boolean first = true;
    boolean goesOn = true;
    while (goesOn && !stopped) {
      StringBuilder got = new StringBuilder();
      try {
        socket.getOutputStream().write(request);
        goesOn = read(in, got);
      } catch (IOException e) {
        // The system accepts connections before the server does. A request on a connection that
        // only the system accepted is not lost; whether the server nevertheless processed it shows
        // in what was spent.
        if (!first || !got.isEmpty()) {
          lost.add(e + " after \"" + got + '"');
        }
        return;
      }
      first = false;
      if (thinkNanos > 0) {
        LockSupport.parkNanos(thinkNanos);
      }
    }
  }

  /** Reads one response. Returns whether the connection can be used afterwards. */
  private boolean read(InputStream in, StringBuilder got) throws IOException {
    String status = line(in, got);
    int length = 0;
    boolean goesOn = true;
    for (String line = line(in, got); !line.isEmpty(); line = line(in, got)) {
      String header = line.toLowerCase(Locale.ROOT);
      if (header.startsWith("content-length:")) {
        length = Integer.parseInt(header.substring(header.indexOf(':') + 1).strip());
      } else if (header.startsWith("connection:")) {
        goesOn = !header.contains("close");
      }
    }
    byte[] body = in.readNBytes(length);
    if (body.length < length) {
      throw new EOFException("the body ends early");
    }
    take(status, new String(body, StandardCharsets.UTF_8));
    return goesOn;
  }

  private static String line(InputStream in, StringBuilder got) throws IOException {
    int start = got.length();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException("closed");
      }
      got.append((char) next);
    }
    return got.substring(start).strip();
  }

  private void take(String status, String body) {
    if (!status.startsWith("HTTP/1.1 200 ") || !body.contains("\"success\":")) {
      lost.add(status + " " + body);
    }
    if (body.contains("\"success\":true")) {
      admitted.incrementAndGet();
    }
    answered.incrementAndGet();
  }
}
