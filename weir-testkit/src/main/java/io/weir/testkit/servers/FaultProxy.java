// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers;

import io.weir.testkit.servers.local.BoundedWait;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A proxy between clients and a local server that injects network faults into their connections. A connection exists
 * for the proxy once it is accepted, which {@link #connections} shows and any reply proves; a client may consider
 * itself connected a little earlier.
 */
public final class FaultProxy implements AutoCloseable {
  /*
   * A connection consists of two pumps, each a thread that reads from one side and writes to the other. Bytes of a
   * connection are only ever lost together with all that follow: TCP never omits something from the middle, and a
   * client that received a reply to an earlier request could not handle it. So a connection that has become a black
   * hole stays one until it is closed.
   */
  private static final int CHUNK = 16 * 1024;
  private static final Duration NO_TIMEOUT = Duration.ofDays(1);
  private static final Duration END = Duration.ofSeconds(10);

  private final int targetPort;
  private final ServerSocket serverSocket;
  private final Set<ProxiedConnection> links = ConcurrentHashMap.newKeySet();
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
  private final AtomicLong accepted = new AtomicLong();

  // Written by the test, read by the pumps; each field is independent.
  private volatile long delayMillis;
  private volatile boolean blackHole;
  private volatile boolean frozen;
  private volatile boolean refusing;
  private volatile long newAllowance = Long.MAX_VALUE;

  private FaultProxy(int targetPort) throws IOException {
    this.targetPort = targetPort;
    this.serverSocket = new ServerSocket(0, 0, loopback());
  }

  /** Starts a proxy to this local port, initially without faults. */
  public static FaultProxy start(int targetPort) {
    try {
      FaultProxy proxy = new FaultProxy(targetPort);
      proxy.run("door", proxy::acceptAll);
      return proxy;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the port to which clients connect. */
  public int port() {
    return serverSocket.getLocalPort();
  }

  /** Returns the address for Redis clients, such as {@code redis://127.0.0.1:12345}. */
  public String uri() {
    return "redis://127.0.0.1:" + port();
  }

  /** Returns the number of open connections. */
  public int connections() {
    return links.size();
  }

  /** Returns the number of connections accepted since the start, including refused ones. */
  public long accepted() {
    return accepted.get();
  }

  /**
   * Delays every chunk by this time, in each direction; data that arrives in between queues, so it may take up to
   * twice as long.
   */
  public void delayMillis(long millis) {
    delayMillis = millis;
  }

  /**
   * Discards all data of existing and new connections in both directions; the connections stay open. When this ends,
   * only new connections pass data.
   */
  public void blackHole(boolean on) {
    blackHole = on;
    if (on) {
      blackHoleExisting();
    }
  }

  /** Discards all further data of the existing connections in both directions; new connections pass data. */
  public void blackHoleExisting() {
    links.forEach(ProxiedConnection::lose);
  }

  /** Discards all further replies on the existing connections, while the server still receives their requests. */
  public void loseReplies() {
    links.forEach(proxiedConnection -> proxiedConnection.repliesLost = true);
  }

  /** Holds all data back until it is released; then it is delivered, however late. */
  public void freeze(boolean on) {
    frozen = on;
  }

  /** Closes new connections immediately. */
  public void refuse(boolean on) {
    refusing = on;
  }

  /** Closes all connections. */
  public void cut() {
    links.forEach(ProxiedConnection::close);
  }

  /** Closes each existing connection after this many more bytes have been sent through it to the server. */
  public void cutAfterBytes(long bytes) {
    links.forEach(proxiedConnection -> proxiedConnection.allowance.set(Math.max(0, bytes)));
  }

  /**
   * Does the same for new connections as well, each by its own count: a client with a pool may use a connection that
   * it opens only now. {@link Long#MAX_VALUE} ends it.
   */
  public void cutEachAfterBytes(long bytes) {
    newAllowance = Math.max(0, bytes);
    cutAfterBytes(bytes);
  }

  /** Closes all connections, and returns when no thread is left. */
  @Override
  public void close() {
    closeQuietly(serverSocket);
    cut();
    boolean ended = BoundedWait.until(END, () -> {
      cut();
      return threads.isEmpty();
    });
    if (!ended && !Thread.currentThread().isInterrupted()) {
      throw new IllegalStateException("threads of the proxy did not end within " + END);
    }
  }

  private void run(String name, Runnable work) {
    Thread thread = new Thread(
        () -> {
          try {
            work.run();
          } finally {
            threads.remove(Thread.currentThread());
          }
        },
        "fault-proxy-" + port() + "-" + name);
    thread.setDaemon(true);
    threads.add(thread);
    thread.start();
  }

  private void acceptAll() {
    while (!serverSocket.isClosed()) {
      try {
        accept(serverSocket.accept());
      } catch (IOException e) {
        // The server socket was closed, or a client disconnected before it was accepted.
      }
    }
  }

  private void accept(Socket client) {
    accepted.incrementAndGet();
    if (refusing) {
      closeQuietly(client);
      return;
    }
    try {
      client.setTcpNoDelay(true);
      ProxiedConnection proxiedConnection =
          new ProxiedConnection(client, blackHole ? null : new Socket(loopback(), targetPort));
      links.add(proxiedConnection);
      proxiedConnection.allowance.set(newAllowance);
      if (blackHole) {
        // The fault may have begun while this connection was being added to the set.
        proxiedConnection.lose();
      }
      run("requests", proxiedConnection::carryRequests);
      run("replies", proxiedConnection::carryReplies);
    } catch (IOException e) {
      // The server is unavailable: to the client this looks as if the server had closed the
      // connection.
      closeQuietly(client);
    }
  }

  private static InetAddress loopback() {
    return InetAddress.getLoopbackAddress();
  }

  private static void closeQuietly(@Nullable AutoCloseable closeable) {
    try {
      if (closeable != null) {
        closeable.close();
      }
    } catch (Exception e) {
      // It counts as closed, since it is no longer used.
    }
  }

  /** A connection through the proxy. */
  private final class ProxiedConnection {
    private final Socket client;

    /** Null if the connection was opened during a black hole. */
    private final @Nullable Socket server;

    /** How many bytes may still be sent to the server. */
    private final AtomicLong allowance = new AtomicLong(Long.MAX_VALUE);

    // Written by the test and never reset, read by the pumps.
    private volatile boolean requestsLost;
    private volatile boolean repliesLost;

    ProxiedConnection(Socket client, @Nullable Socket server) throws IOException {
      this.client = client;
      this.server = server;
      if (server != null) {
        server.setTcpNoDelay(true);
      }
    }

    void carryRequests() {
      try {
        byte[] chunk = new byte[CHUNK];
        InputStream in = client.getInputStream();
        OutputStream out =
            server == null ? OutputStream.nullOutputStream() : server.getOutputStream();
        for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
          hold();
          if (requestsLost) {
            continue;
          }
          int passing = (int) Math.min(read, allowance.get());
          out.write(chunk, 0, passing);
          if (allowance.addAndGet(-passing) <= 0) {
            break;
          }
        }
        hold();
      } catch (IOException e) {
        // One side has disconnected, or the connection was cut.
      }
      close();
    }

    void carryReplies() {
      if (server == null) {
        return;
      }
      try {
        byte[] chunk = new byte[CHUNK];
        InputStream in = server.getInputStream();
        OutputStream out = client.getOutputStream();
        for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
          hold();
          if (!repliesLost) {
            out.write(chunk, 0, read);
          }
        }
        hold();
      } catch (IOException e) {
        // As above.
      }
      if (!repliesLost) {
        close();
      }
    }

    void lose() {
      requestsLost = true;
      repliesLost = true;
    }

    private void hold() {
      BoundedWait.until(Duration.ofMillis(delayMillis), client::isClosed);
      BoundedWait.until(NO_TIMEOUT, () -> !frozen || client.isClosed());
    }

    void close() {
      closeQuietly(client);
      closeQuietly(server);
      links.remove(this);
    }
  }
}
